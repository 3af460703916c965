// Namespaces by number, with the counts that ranking and stats need.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "memory/filter.h"
#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// The number of a name; made when there is none yet.
Result<std::int64_t> name_space_number(Connection& connection, std::string_view name);

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter);

// Those that a filter names.
Result<std::vector<NamespaceRow>> name_spaces_of(Connection& connection, const Filter& filter);

// Those that these memories are in, in their order; an empty name where there is none.
Result<std::vector<std::string>> name_spaces_of(Connection& connection, std::span<const Key> keys);

Result<void> count_text(Connection& connection, std::int64_t name_space, int memories,
                        std::int64_t bytes);

}  // namespace aim::store::sqlite
