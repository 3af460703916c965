#include "engine/inspect/look.h"

#include "store/archive.h"
#include "store/changes.h"
#include "store/listings.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

Result<std::vector<std::string>> names_beginning(store::Reader& reader, Completes what,
                                                 std::string_view beginning, std::size_t limit) {
  switch (what) {
    case Completes::name_space:
      return reader.listings.name_spaces_beginning(beginning, limit);
    case Completes::tag:
      return reader.listings.tags_beginning(beginning, limit);
    case Completes::archived_id:
      return reader.archive.ids_with_prefix(beginning, limit);
    case Completes::transcript_id:
      return reader.transcripts.ids_with_prefix(beginning, limit);
    case Completes::id:
      break;
  }
  return reader.memories.ids_with_prefix(beginning, limit);
}

}  // namespace

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

Result<Page> page(Engine& engine, std::int64_t after, std::int64_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<Page> {
    // One more tells whether this page is the last.
    auto rows = TRY(reader.listings.page_after(after, engine.clock.now(), limit + 1));
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

Result<std::vector<std::string>> titles_of(Engine& engine, const std::vector<std::string>& ids) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<std::string>> {
    std::vector<std::string> titles;
    for (const std::string& id : ids) {
      const auto memory = TRY(reader.memories.find_by_id(id));
      titles.push_back(memory ? memory->title : std::string());
    }
    return titles;
  });
}

Result<Completion> complete(Engine& engine, Completes what, std::string_view beginning,
                            std::size_t limit) {
  return engine.database.read([&](store::Reader& reader) -> Result<Completion> {
    Completion found;
    found.values = TRY(names_beginning(reader, what, beginning, limit + 1));
    found.total = static_cast<std::int64_t>(found.values.size());
    found.more = found.values.size() > limit;
    if (found.more)
      found.values.resize(limit);
    return found;
  });
}

Result<void> probe(Engine& engine) {
  return engine.database.maintenance().probe(engine.database.stop());
}

Result<std::vector<Check>> examine(Engine& engine, const std::function<bool()>& stop) {
  auto findings = engine.database.maintenance().examine(stop);
  std::vector<Check> checks;
  for (store::Finding& finding : TRY(std::move(findings)))
    checks.push_back({std::move(finding.check), finding.good, std::move(finding.detail)});
  return checks;
}

}  // namespace aim::engine
