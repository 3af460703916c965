#include "engine/browse/pages.h"

#include "store/memories.h"

namespace aim::engine {

Result<Page> page(Engine& engine, std::int64_t after, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<Page> {
    // One more tells whether this page is the last.
    auto rows = TRY(reader.memories.page_after(after, engine.clock.now(), limit + 1));
    Page page;
    if (static_cast<std::int64_t>(rows.size()) > limit) {
      rows.pop_back();
      page.next = rows.empty() ? 0 : rows.back().key;
    }
    for (store::PageRow& row : rows)
      page.memories.push_back({std::move(row.id), std::move(row.title), std::move(row.name_space),
                               row.size_bytes, format_rfc3339(row.updated_at)});
    return page;
  });
}

}  // namespace aim::engine
