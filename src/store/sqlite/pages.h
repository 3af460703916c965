// Memories page by page in the order of their keys, which never changes: what a list of resources shows.
#pragma once
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

struct PageRow {
  Key key = 0;
  std::string id, title, name_space;
  std::int64_t size_bytes = 0;  // of the content
  Time updated_at{};
};
// Those after `after`, at most `limit`; expired ones are hidden.
Result<std::vector<PageRow>> page_after(Connection& connection, Key after, Time now,
                                        std::int64_t limit);

}  // namespace aim::store
