// Words of titles by namespace: which memories have a similar title (A9, S17).
// Bounded: of each word the newest memories are looked at, so that the cost does not grow with the database.
#pragma once
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

Result<void> add_title(Connection& connection, std::int64_t name_space, const Memory& memory);
Result<void> remove_title(Connection& connection, std::int64_t name_space, const Memory& memory);

// Ids of memories of the namespace whose titles share at least half of their significant stems with `title` (half of
// the longer title's), most shared first, newest first among equals; never `except`, never an expired one. At most `limit`.
Result<std::vector<std::string>> similar_titles(Connection& connection, std::string_view name_space,
                                                std::string_view title, Key except, Time now,
                                                std::size_t limit);

}  // namespace aim::store
