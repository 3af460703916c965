#include "store/sqlite/schema/migrate.h"

#include <cctype>
#include <thread>

#include "base/ascii.h"
#include "base/utf8.h"
#include "store/sql/namespaces.h"
#include "store/sql/version_rows.h"
#include "store/sqlite/core/commit_queue.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/core/file_bytes.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reference/reference.h"
#include "store/sqlite/schema/migrations.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

struct Object {
  std::string type, name, table, sql;
};

// Without comments and blanks: those are no part of what it does.
std::string bare(std::string_view sql) {
  std::string out;
  for (std::size_t at = 0; at < sql.size(); ++at) {
    if (sql.substr(at, 2) == "--")
      at = std::min(sql.find('\n', at), sql.size());
    else if (std::isspace(static_cast<unsigned char>(sql[at])) == 0)
      out += sql[at];
  }
  return ascii::lower(out);
}

// Those that SQLite makes by itself have no SQL.
Result<std::vector<Object>> objects_of(Connection& connection) {
  constexpr std::size_t max_objects = 10'000;
  auto statement = TRY(connection.prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"));
  std::vector<Object> objects;
  while (objects.size() < max_objects && TRY(statement.step()))
    objects.push_back({statement.string(0), ascii::lower(statement.string(1)),
                       ascii::lower(statement.string(2)), bare(statement.text(3))});
  return objects;
}

Failure not_ours(const Object& object) {
  return Failure(Error{Code::validation_failed,
                       "the other database was tampered with, or not made by ai-memory: its " +
                           utf8::excerpt(object.type, 20) + " " + utf8::excerpt(object.name, 60) +
                           " is not ours; nothing was taken from it",
                       "remote_db",
                       {},
                       {},
                       {{"save what it holds", Means::repair_other}}});
}

// Whether a database is what our migrations make, word for word: in one that came from elsewhere
// anything else could run inside our statements (a view or a trigger under the name of a table of
// ours, an index over an expression). Every table and index of that layout is there as it was made,
// and nothing else hangs on them. Tables of others beside ours are let be: nothing of ours asks
// them. Errors: validation_failed, naming what is not ours.
Result<void> check_schema(Connection& connection, std::int64_t layout) {
  // Texts in another encoding would be taken for other texts.
  auto encoding = TRY(connection.prepare("PRAGMA encoding"));
  if (!TRY(encoding.step()) || encoding.text(0) != "UTF-8")
    return not_ours({"encoding", encoding.string(0), {}, {}});
  const auto scratch = TRY(Connection::open(":memory:", {}));
  const auto steps = migrations();
  for (std::size_t i = 0; i < std::min(steps.size(), static_cast<std::size_t>(layout)); ++i)
    TRY_VOID(scratch->script(std::string(steps[i])));
  std::map<std::string, Object> ours;
  for (Object& object : TRY(objects_of(*scratch))) ours.emplace(object.name, object);
  std::size_t found = 0;
  for (const Object& object : TRY(objects_of(connection))) {
    const auto known = ours.find(object.name);
    if (known != ours.end()) {
      if (known->second.type != object.type || known->second.sql != object.sql)
        return not_ours(object);
      ++found;
    } else if (ours.contains(object.table)) {
      return not_ours(object);
    }
  }
  if (found != ours.size())
    return not_ours({"schema", "of layout " + std::to_string(layout), {}, {}});
  return {};
}

enum class Origin { empty, ours, reference, foreign };

// Layouts that bring what only C++ can cut: passages, and the words that a change took away.
constexpr std::int64_t first_with_passages = 2, first_with_lost_words = 17;

struct Layout {
  Origin origin = Origin::empty;
  std::int64_t version = 0;
};

Result<bool> has_table(Connection& connection, std::string_view name) {
  return connection.any("SELECT 1 FROM sqlite_schema WHERE name = ?1", name);
}

Result<Layout> layout_of(Connection& connection) {
  if (TRY(connection.number_or_zero("PRAGMA application_id")) == application_id)
    return Layout{Origin::ours, TRY(connection.number_or_zero("PRAGMA user_version"))};
  if (!TRY(connection.number("SELECT 1 FROM sqlite_schema LIMIT 1")))
    return Layout{Origin::empty, 0};
  if (TRY(has_table(connection, "schema_version")) && TRY(has_table(connection, "memories")))
    return Layout{Origin::reference,
                  TRY(connection.number_or_zero("SELECT max(version) FROM schema_version"))};
  return Layout{Origin::foreign, 0};
}

// Changing the journal mode needs the file alone for a moment and does not wait by itself.
Result<void> use_wal(Connection& connection) {
  const auto deadline = std::chrono::steady_clock::now() + connection.options().busy_wait;
  for (;;) {
    const auto done = connection.run("PRAGMA journal_mode=WAL");
    if (done || !is_busy(done.error()) || std::chrono::steady_clock::now() > deadline)
      return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

Result<void> run_migrations(Connection& connection, std::int64_t from) {
  const auto steps = migrations();
  for (auto step = static_cast<std::size_t>(from); step < steps.size(); ++step)
    TRY_VOID(connection.script(std::string(steps[step])));
  return connection.script("PRAGMA application_id=" + std::to_string(application_id) +
                           ";PRAGMA user_version=" + std::to_string(steps.size()));
}

Result<void> add_all_passages(Connection& connection) {
  std::vector<Key> keys;
  {
    auto statement = TRY(connection.prepare("SELECT key FROM memories ORDER BY key"));
    while (TRY(statement.step())) keys.push_back(statement.integer(0));
  }
  for (const Key key : keys)
    for (const Memory& memory : TRY(sql::memories_by_keys(connection, {&key, 1})))
      TRY_VOID(add_passages(connection, TRY(sql::name_space_number(connection, memory.name_space)),
                            memory));
  return {};
}

Result<void> check_usable(const Layout& found) {
  if (found.origin == Origin::ours && found.version > newest_layout())
    return Failure(
        helped_by(unusable("the database has layout " + std::to_string(found.version) +
                               ", made by a newer ai-memory; this one knows layouts up to " +
                               std::to_string(newest_layout()),
                           "update ai-memory"),
                  {"or name another file", Means::option, "db"}));
  if (found.origin == Origin::ours && found.version < 0)
    return Failure(helped_by(unusable("the database has a layout that cannot be: it is damaged"),
                             {"repair it", Means::repair}));
  if (found.origin == Origin::foreign)
    return Failure(helped_by(unusable("the file is a database of another program"),
                             {"name another file", Means::option, "db"}));
  return {};
}

Result<void> bring_forward(Connection& connection, const std::filesystem::path& file,
                           const Clock& clock) {
  // Somebody else may have done it while this process waited for the lock.
  const Layout now = TRY(layout_of(connection));
  TRY_VOID(check_usable(now));
  if (now.origin == Origin::ours && now.version == newest_layout())
    return {};
  if (now.origin == Origin::reference) {
    TRY_VOID(back_up_reference(connection, now.version, file));
    TRY_VOID(set_reference_aside(connection, now.version, file));
  }
  TRY_VOID(run_migrations(connection, now.origin == Origin::ours ? now.version : 0));
  TRY_VOID(mark_commit(connection));
  if (now.origin != Origin::ours)
    TRY_VOID(adopt_rules(connection));
  if (now.origin == Origin::ours && now.version < first_with_passages)
    TRY_VOID(add_all_passages(connection));
  if (now.origin == Origin::ours && now.version < first_with_lost_words)
    TRY_VOID(sql::fill_lost_words(SqliteMemories(connection), connection));
  if (now.origin == Origin::reference)
    TRY_VOID(take_over_reference(connection, clock));
  return {};
}

}  // namespace

std::int64_t newest_layout() {
  return static_cast<std::int64_t>(migrations().size());
}

Result<bool> is_newest(Connection& connection) {
  const Layout layout = TRY(layout_of(connection));
  return layout.origin == Origin::ours && layout.version == newest_layout();
}

Result<void> migrate(Connection& connection, const std::filesystem::path& file,
                     const Clock& clock) {
  // In one snapshot: somebody else may be migrating between two looks.
  TRY_VOID(connection.run("BEGIN"));
  const auto looked = layout_of(connection);
  TRY_VOID(connection.run("ROLLBACK"));
  const Layout found = TRY(looked);
  TRY_VOID(check_usable(found));
  if (connection.options().foreign && found.origin == Origin::ours)
    TRY_VOID(check_schema(connection, found.version));
  if (found.origin == Origin::ours && found.version == newest_layout())
    return {};
  if (found.origin == Origin::empty)
    TRY_VOID(connection.script("PRAGMA page_size=" + std::to_string(new_page_bytes)));
  TRY_VOID(use_wal(connection));
  // A dropped table would take along the rows that refer to it; the setting is ignored inside a
  // transaction. Should anything fail, the connection is not used again.
  TRY_VOID(connection.script("PRAGMA foreign_keys=OFF;BEGIN IMMEDIATE"));
  // None of ours has a part in this, and those of others are no program to run.
  connection.use_triggers(false);
  connection.distrust(found.origin == Origin::reference);
  auto done = bring_forward(connection, file, clock);
  if (done && connection.options().foreign)
    done = check_schema(connection, newest_layout());
  if (!done) {
    (void)connection.script("ROLLBACK");
    return done;
  }
  connection.use_triggers(true);
  connection.distrust(false);
  TRY_VOID(connection.script("COMMIT;PRAGMA foreign_keys=ON"));
  // The file gets its mark at once (log/file_mark.h); what keeps it from that is no failure.
  (void)connection.script("PRAGMA wal_checkpoint(PASSIVE)");
  return {};
}

}  // namespace aim::store::sqlite
