#include "engine/look.h"

#include "store/sqlite/archive.h"
#include "store/sqlite/beginnings.h"
#include "store/sqlite/changes.h"
#include "store/sqlite/check.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/pages.h"
#include "store/sqlite/probe.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

Result<std::vector<std::string>> names_beginning(store::Connection& connection, Completes what,
                                                 std::string_view beginning, std::size_t limit) {
  switch (what) {
    case Completes::name_space:
      return store::name_spaces_beginning(connection, beginning, limit);
    case Completes::tag:
      return store::tags_beginning(connection, beginning, limit);
    case Completes::archived_id:
      return store::archived_ids_with_prefix(connection, beginning, limit);
    case Completes::transcript_id:
      return store::transcript_ids_with_prefix(connection, beginning, limit);
    case Completes::id:
      break;
  }
  return store::ids_with_prefix(connection, beginning, limit);
}

}  // namespace

Result<std::int64_t> last_change(Engine& engine) {
  return engine.database.read(
      [](store::Connection& connection) { return store::last_change(connection); });
}

Result<ChangeList> changes_since(Engine& engine, std::int64_t after, std::int64_t limit) {
  return engine.database.read([&](store::Connection& connection) -> Result<ChangeList> {
    auto rows = TRY(store::changes_after(connection, after, limit));
    ChangeList changes;
    changes.last = rows.empty() ? after : rows.back().seq;
    changes.more = static_cast<std::int64_t>(rows.size()) == limit;
    for (store::ChangeRow& row : rows)
      changes.changes.push_back({std::move(row.id), std::move(row.name_space), row.gone});
    return changes;
  });
}

Result<Page> page(Engine& engine, std::int64_t after, std::int64_t limit) {
  return engine.database.read([&](store::Connection& connection) -> Result<Page> {
    // One more tells whether this page is the last.
    auto rows = TRY(store::page_after(connection, after, engine.clock.now(), limit + 1));
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
  return engine.database.read(
      [&](store::Connection& connection) -> Result<std::vector<std::string>> {
        std::vector<std::string> titles;
        for (const std::string& id : ids) {
          const auto memory = TRY(store::find_by_id(connection, id));
          titles.push_back(memory ? memory->title : std::string());
        }
        return titles;
      });
}

Result<Completion> complete(Engine& engine, Completes what, std::string_view beginning,
                            std::size_t limit) {
  return engine.database.read([&](store::Connection& connection) -> Result<Completion> {
    Completion found;
    found.values = TRY(names_beginning(connection, what, beginning, limit + 1));
    found.total = static_cast<std::int64_t>(found.values.size());
    found.more = found.values.size() > limit;
    if (found.more)
      found.values.resize(limit);
    return found;
  });
}

Result<void> probe(Engine& engine) {
  return engine.database.read(
      [](store::Connection& connection) { return store::probe(connection); });
}

Result<std::vector<Check>> examine(Engine& engine, const std::function<bool()>& stop) {
  store::ConnectionOptions options;
  options.busy_wait = std::chrono::seconds(2);
  const auto connection = TRY(store::Connection::open(engine.database.file(), options));
  connection->end_when(stop);
  auto findings = store::check_all(*connection);
  if (stop())
    return Failure(unavailable("the examination was stopped", ""));
  std::vector<Check> checks;
  for (store::Finding& finding : TRY(std::move(findings)))
    checks.push_back({std::move(finding.check), finding.good, std::move(finding.detail)});
  return checks;
}

}  // namespace aim::engine
