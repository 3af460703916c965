// Namespaces by number, with the counts that ranking and stats need.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "memory/filter.h"
#include "store/postgres/core/connection.h"
#include "store/types.h"

namespace aim::store::postgres {

// The number of a name; made when there is none yet.
Result<std::int64_t> name_space_number(Connection& connection, std::string_view name);
// Of those of the names that have one.
Result<std::map<std::string, std::int64_t, std::less<>>> name_space_numbers(
    Connection& connection, std::span<const std::string> names);

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter);

// Those that a filter names.
Result<std::vector<NamespaceRow>> name_spaces_of(Connection& connection, const Filter& filter);

// Those that these memories are in, in their order; an empty name where there is none.
Result<std::vector<std::string>> name_spaces_of(Connection& connection, std::span<const Key> keys);

// What memories that come or go change of the counts of their namespace.
struct TextCounts {
  std::int64_t memories = 0, bytes = 0;
};
Result<void> count_texts(Connection& connection,
                         const std::map<std::int64_t, TextCounts>& by_number);

}  // namespace aim::store::postgres
