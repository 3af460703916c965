#include "store/sqlite/reference/reference.h"

#include "base/log.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/repair/backup.h"
#include "store/sqlite/schema/migrations.h"

namespace aim::store::sqlite {
namespace {

constexpr std::int64_t oldest_version = 4, newest_version = 13;

// The tables that are taken over; all others stay as they are.
constexpr std::string_view known_tables =
    "('memories', 'memory_links', 'archived_memories', 'namespace_meta')";

Result<void> check_version(std::int64_t version, const std::filesystem::path& file) {
  if (version >= oldest_version && version <= newest_version)
    return {};
  return Failure(
      helped_by(unusable("the database " + file.filename().string() + " has schema " +
                             std::to_string(version) + " of the reference ai-memory; schemas " +
                             std::to_string(oldest_version) + " to " +
                             std::to_string(newest_version) + " can be taken over",
                         "export with the program that made it and import here"),
                {"or name another file", Means::option, "db"}));
}

template <class... Values>
Result<std::vector<std::string>> texts(Connection& connection, std::string_view sql,
                                       const Values&... values) {
  return connection.all(
      sql, [](const sql::Row& row) { return row.string(0); }, values...);
}

// What our layout calls its tables and indexes: it is made once in memory and asked.
Result<std::vector<std::string>> names_of_ours() {
  const auto scratch = TRY(Connection::open(":memory:", {}));
  for (const std::string_view step : migrations()) TRY_VOID(scratch->script(std::string(step)));
  return texts(*scratch, "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'");
}

Result<void> drop_all(Connection& connection, std::string_view kind,
                      const std::vector<std::string>& names) {
  for (const std::string& name : names)
    TRY_VOID(connection.script("DROP " + std::string(kind) + " " + sql_name(name)));
  return {};
}

Result<void> rename_aside(Connection& connection, const std::string& table) {
  return connection.script("ALTER TABLE " + sql_name(table) + " RENAME TO " +
                           sql_name("reference_" + table));
}

// Views and triggers are programs: the copy keeps them, what is taken over does without. Of tables
// that are taken over only those with rows of their own are what they say.
Result<void> refuse_programs(Connection& connection) {
  for (const std::string kind : {"trigger", "view"})
    TRY_VOID(
        drop_all(connection, kind,
                 TRY(texts(connection, "SELECT name FROM sqlite_schema WHERE type = ?1", kind))));
  const auto virtual_tables =
      TRY(texts(connection,
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage = 0 AND name "
                "COLLATE NOCASE IN " +
                    std::string(known_tables)));
  if (virtual_tables.empty() &&
      TRY(connection.number(
          "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'memories' "
          "COLLATE NOCASE")))
    return {};
  return Failure(
      helped_by(unusable("the database looks like one of the reference ai-memory, and is "
                         "none: what it keeps memories in is no table"),
                {"name another file", Means::option, "db"}));
}

// A tree whose pages are in it twice is no tree: to walk it may take for ever, and to count it
// cannot be stopped.
Result<void> refuse_circles(Connection& connection) {
  for (const std::string& complaint : TRY(texts(connection, "PRAGMA quick_check(100)")))
    for (const std::string_view sign :
         {"reference to page", "invalid page number", "depth differs"})
      if (complaint.find(sign) != std::string::npos) {
        Error error = unusable("the database of the reference ai-memory is damaged",
                               "repair it with the program that made it, or export there and "
                               "import here");
        error.detail = complaint;
        return Failure(error);
      }
  return {};
}

// Whatever an unknown table brings along under a name that our layout needs.
Result<void> make_way(Connection& connection) {
  for (const std::string& name : TRY(names_of_ours())) {
    const auto kinds = TRY(texts(connection,
                                 "SELECT type FROM sqlite_schema WHERE name = ?1 "
                                 "COLLATE NOCASE",
                                 name));
    for (const std::string& kind : kinds) {
      if (kind == "table")
        TRY_VOID(rename_aside(connection, name));
      else
        TRY_VOID(drop_all(connection, kind, {name}));
    }
  }
  return {};
}

}  // namespace

Result<void> back_up_reference(Connection& connection, std::int64_t version,
                               const std::filesystem::path& file) {
  TRY_VOID(check_version(version, file));
  const auto copy = TRY(back_up(file, "backup-v" + std::to_string(version), connection.options()));
  log::info("the database as it was before is kept in " + copy.string());
  return {};
}

Result<void> set_reference_aside(Connection& connection, std::int64_t version,
                                 const std::filesystem::path& file) {
  TRY_VOID(check_version(version, file));
  // Renames that leave alone what other tables say of the renamed ones: they will mean our
  // memories.
  TRY_VOID(connection.script("PRAGMA legacy_alter_table=ON"));
  TRY_VOID(refuse_circles(connection));
  TRY_VOID(refuse_programs(connection));
  // The text index goes first, while the table it was made for has its name.
  TRY_VOID(connection.script("DROP TABLE IF EXISTS memories_fts"));
  const std::string of_known =
      " AND tbl_name COLLATE NOCASE IN " + std::string(known_tables) + " AND sql IS NOT NULL";
  TRY_VOID(drop_all(
      connection, "index",
      TRY(texts(connection, "SELECT name FROM sqlite_schema WHERE type = 'index'" + of_known))));
  for (const std::string& table :
       TRY(texts(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'" + of_known)))
    TRY_VOID(rename_aside(connection, table));
  return make_way(connection);
}

}  // namespace aim::store::sqlite
