// Namespaces by number, with the counts that ranking and stats need.
// Knows: rows. Must not know: which database.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/filter.h"
#include "memory/memory.h"
#include "store/sql/connection.h"
#include "store/types.h"

namespace aim::store::sql {

// Gives a number to a name that has none. Errors: validation_failed when there are too many.
Result<std::int64_t> add_name_space(Connection& connection, std::string_view name);

Result<std::vector<NamespaceRow>> name_spaces_matching(Connection& connection,
                                                       std::string_view filter);
// The namespaces that a filter names.
Result<std::vector<NamespaceRow>> name_spaces_of(Connection& connection, const Filter& filter);
// The namespaces of these memories, in their order; an empty name for a memory that is gone.
Result<std::vector<std::string>> name_spaces_of(Connection& connection, std::span<const Key> keys);

}  // namespace aim::store::sql
