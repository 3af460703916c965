#include "engine/browse/changes.h"

#include "store/changes.h"
#include "store/search.h"

namespace aim::engine {

Result<std::int64_t> last_change(Engine& engine) {
  return engine.database.read([](store::Reader& reader) { return reader.changes.last(); });
}

Result<ChangeList> changes_since(Engine& engine, std::int64_t after, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<ChangeList> {
    auto rows = TRY(reader.changes.after(after, limit));
    ChangeList changes;
    changes.last = rows.empty() ? after : rows.back().seq;
    changes.more = static_cast<std::int64_t>(rows.size()) == limit;
    for (store::ChangeRow& row : rows)
      changes.changes.push_back({std::move(row.id), std::move(row.name_space), row.gone});
    return changes;
  });
}

Result<bool> shows_all(Engine& engine) {
  return engine.database.read(
      [](store::Reader& reader) -> Result<bool> { return reader.search.shows_all(); });
}

}  // namespace aim::engine
