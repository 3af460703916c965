// Memories page by page in the order of their keys, which never changes: what a list of resources
// shows.
#pragma once
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/memories.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::vector<PageRow>> page_after(Connection& connection, Key after, Time now,
                                        std::int64_t limit);

}  // namespace aim::store::sql
