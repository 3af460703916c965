// Numbers and counts of namespaces, as those who write memories change them.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "store/postgres/core/connection.h"
#include "store/sql/namespaces.h"

namespace aim::store::postgres {

using sql::name_spaces_matching;
using sql::name_spaces_of;

// The number of a name; made when there is none yet.
Result<std::int64_t> name_space_number(Connection& connection, std::string_view name);
// Of those of the names that have one.
Result<std::map<std::string, std::int64_t, std::less<>>> name_space_numbers(
    Connection& connection, std::span<const std::string> names);

// What memories that come or go change of the counts of their namespace.
struct TextCounts {
  std::int64_t memories = 0, bytes = 0;
};
Result<void> count_texts(Connection& connection,
                         const std::map<std::int64_t, TextCounts>& by_number);

}  // namespace aim::store::postgres
