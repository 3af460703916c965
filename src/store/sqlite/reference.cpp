#include "store/sqlite/reference.h"

#include <string>
#include <vector>

#include "base/log.h"
#include "store/sqlite/backup.h"
#include "store/sqlite/failure.h"
#include "store/sqlite/migrations.h"

namespace aim::store {
namespace {

constexpr std::int64_t oldest_version = 4, newest_version = 13;

// The tables that are taken over; all others stay as they are.
constexpr std::string_view known_tables =
    "('memories', 'memory_links', 'archived_memories', 'namespace_meta')";

Result<void> check_version(std::int64_t version, const std::filesystem::path& file) {
  if (version >= oldest_version && version <= newest_version)
    return {};
  return Failure(unusable(
      "the database " + file.filename().native() + " has schema " + std::to_string(version) +
          " of the reference ai-memory; schemas " + std::to_string(oldest_version) + " to " +
          std::to_string(newest_version) + " can be taken over",
      "export with the program that made it and import here, or name another file with --db"));
}

template <class... Values>
Result<std::vector<std::string>> texts(Connection& connection, std::string_view sql,
                                       const Values&... values) {
  auto statement = TRY(connection.prepare(sql));
  statement.bind(values...);
  std::vector<std::string> rows;
  while (TRY(statement.step())) rows.push_back(statement.string(0));
  return rows;
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
  log::info("the database as it was before is kept in " + copy.native());
  return {};
}

Result<void> set_reference_aside(Connection& connection, std::int64_t version,
                                 const std::filesystem::path& file) {
  TRY_VOID(check_version(version, file));
  // Renames that leave alone what other tables say of the renamed ones: they will mean our
  // memories.
  TRY_VOID(connection.script("PRAGMA legacy_alter_table=ON"));
  // The text index goes first, while the table it was made for has its name.
  TRY_VOID(connection.script("DROP TABLE IF EXISTS memories_fts"));
  const std::string of_known =
      " AND tbl_name COLLATE NOCASE IN " + std::string(known_tables) + " AND sql IS NOT NULL";
  for (const std::string kind : {"trigger", "index"})
    TRY_VOID(drop_all(
        connection, kind,
        TRY(texts(connection, "SELECT name FROM sqlite_schema WHERE type = ?1" + of_known, kind))));
  for (const std::string& table :
       TRY(texts(connection, "SELECT name FROM sqlite_schema WHERE type = 'table'" + of_known)))
    TRY_VOID(rename_aside(connection, table));
  return make_way(connection);
}

}  // namespace aim::store
