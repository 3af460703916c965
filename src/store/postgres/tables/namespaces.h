// Namespaces by number, with the counts that ranking and stats need.
#pragma once
#include <string>
#include <vector>

#include "memory/filter.h"
#include "store/postgres/core/connection.h"
#include "store/types.h"

namespace aim::store::postgres {

// The number of a name; made when there is none yet.
Result<std::int64_t> name_space_number(Connection& connection, std::string_view name);

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter);

// Those that a filter names.
Result<std::vector<NamespaceRow>> name_spaces_of(Connection& connection, const Filter& filter);

Result<void> count_text(Connection& connection, std::int64_t name_space, int memories,
                        std::int64_t bytes);

}  // namespace aim::store::postgres
