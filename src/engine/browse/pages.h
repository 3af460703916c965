// What there is, page by page in an order that never changes: for lists of resources.
#pragma once
#include <string>
#include <vector>

#include "engine/engine.h"

namespace aim::engine {

struct PagedMemory {
  std::string id, title, name_space;
  std::int64_t size = 0;  // bytes of the content
  std::string updated_at;
};
struct Page {
  std::vector<PagedMemory> memories;
  std::int64_t next = 0;  // to go on after; 0 at the end
};
// In an order that never changes. `after` is 0 or what the page before gave.
Result<Page> page(Engine& engine, std::int64_t after, std::int64_t limit);

}  // namespace aim::engine
