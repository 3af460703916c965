#include "store/postgres/schema/migrate.h"

#include <charconv>

#include "store/postgres/core/failure.h"
#include "store/postgres/memories.h"
#include "store/sql/version_rows.h"

namespace aim::store::postgres {
namespace {

constexpr std::int64_t first_with_lost_words = 10;
constexpr std::int64_t migration_lock = 0x61696d'6d696772;  // "aimmigr"
constexpr int oldest_server = 150'000;

// "0.8.2": major and minor.
bool is_recent(std::string_view version) {
  int major = 0, minor = 0;
  const char* const end = version.data() + version.size();
  const auto [dot, error] = std::from_chars(version.data(), end, major);
  if (error == std::errc() && dot != end)
    std::from_chars(dot + 1, end, minor);
  return major > 0 || minor >= 8;
}

Result<void> check_vector(Connection& connection) {
  const auto too_old = [](const std::string& found) {
    return unusable("the database needs the extension pgvector, 0.8 or later; it has " + found,
                    "have an administrator install it and run: CREATE EXTENSION vector");
  };
  auto version = TRY(connection.prepare(
      "SELECT coalesce((SELECT extversion FROM pg_extension WHERE extname = 'vector'), ''), "
      "coalesce((SELECT default_version FROM pg_available_extensions WHERE name = 'vector'), '')"));
  TRY(version.step());
  const std::string installed = version.string(0), available = version.string(1);
  if (!installed.empty())
    return is_recent(installed) ? Result<void>() : Failure(too_old(installed));
  if (available.empty() || !is_recent(available))
    return Failure(too_old(available.empty() ? "none" : available));
  return connection.run("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public");
}

Result<void> bring_forward(Connection& connection) {
  TRY_VOID(connection.run("SELECT pg_advisory_xact_lock($1)", migration_lock));
  // Somebody else may have done it while this process waited for the lock.
  const std::int64_t from = TRY(layout_of(connection));
  TRY_VOID(check_version(from));
  if (from == newest_layout())
    return {};
  if (from == 0)
    TRY_VOID(check_encoding(connection));
  TRY_VOID(check_vector(connection));
  TRY_VOID(connection.run("CREATE SCHEMA IF NOT EXISTS ai_memory"));
  const auto steps = migrations();
  for (auto step = static_cast<std::size_t>(from); step < steps.size(); ++step)
    TRY_VOID(connection.script(std::string(steps[step])));
  if (from > 0 && from < first_with_lost_words)
    TRY_VOID(sql::fill_lost_words(PostgresMemories(connection), connection));
  return connection.run("UPDATE schema_version SET version = $1", newest_layout());
}

}  // namespace

std::int64_t newest_layout() {
  return static_cast<std::int64_t>(migrations().size());
}

Result<void> check_version(std::int64_t layout) {
  if (layout <= newest_layout())
    return {};
  return Failure(
      helped_by(unusable("the database has layout " + std::to_string(layout) +
                             ", made by a newer ai-memory; this one knows layouts up to " +
                             std::to_string(newest_layout()),
                         "update ai-memory"),
                {"or name another database", Means::option, "db"}));
}

Result<void> check_encoding(Connection& connection) {
  auto encoding =
      TRY(connection.prepare("SELECT pg_encoding_to_char(encoding)::text FROM pg_database WHERE "
                             "datname = current_database()"));
  TRY(encoding.step());
  if (encoding.text(0) == "UTF8")
    return {};
  return Failure(
      unusable("the encoding of the database is " + encoding.string(0) + "; ai-memory needs UTF8",
               "have another made by createdb, with the encoding UTF8 and the template template0"));
}

Result<std::int64_t> layout_of(Connection& connection) {
  if (!TRY(connection.number("SELECT 1 WHERE to_regclass('ai_memory.schema_version') IS NOT NULL")))
    return 0;
  return connection.number_or_zero("SELECT version FROM ai_memory.schema_version");
}

Result<void> migrate(Connection& connection) {
  if (connection.server_version() < oldest_server)
    return Failure(helped_by(unusable("the database server is PostgreSQL " +
                                      std::to_string(connection.server_version() / 10'000) +
                                      "; ai-memory needs 15 or later"),
                             {"name another server", Means::option, "db"}));
  const std::int64_t layout = TRY(layout_of(connection));
  TRY_VOID(check_version(layout));
  if (layout == newest_layout())
    return {};
  connection.begin_write();
  const auto done = bring_forward(connection);
  if (done)
    return connection.commit();
  connection.roll_back();
  return done;
}

Result<std::uint64_t> epoch_of(Connection& connection) {
  return static_cast<std::uint64_t>(
      TRY(connection.number_or_zero("SELECT epoch FROM schema_version")));
}

namespace {

constexpr std::string_view scratch = "ai_memory_check", ours = "ai_memory";

// Kind, table, name and definition of all that a schema has. The server qualifies a name with its
// schema where the search path does not lead to it, so the schema's own name is removed. What
// PostgreSQL 18 lists as constraints of columns that are not null is in the definition of the
// column.
constexpr std::string_view objects_sql = R"sql(
WITH t AS (
  SELECT c.oid, c.relname::text AS name, c.relkind::text || c.relpersistence::text || c.relrowsecurity::text AS definition
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f'))
SELECT kind, in_table, name, replace(definition, $1 || '.', '') FROM (
  SELECT 'table' AS kind, name AS in_table, name, definition FROM t
  UNION ALL
  SELECT 'column', t.name, a.attname::text,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull::text, a.attidentity::text, a.attgenerated::text,
              l.collname::text, pg_get_expr(d.adbin, d.adrelid))
  FROM t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_collation l ON l.oid = a.attcollation
  UNION ALL
  SELECT CASE WHEN i.indisunique THEN 'unique index' ELSE 'index' END, t.name, c.relname::text, pg_get_indexdef(c.oid)
  FROM t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
  UNION ALL
  SELECT 'constraint', t.name, c.conname::text, pg_get_constraintdef(c.oid) || c.convalidated::text
  FROM t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype NOT IN ('n', 't')
  UNION ALL
  SELECT 'trigger', t.name, g.tgname::text, pg_get_triggerdef(g.oid) || g.tgenabled::text
  FROM t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
  UNION ALL
  SELECT 'rule', t.name, r.rulename::text, pg_get_ruledef(r.oid) || r.ev_enabled::text
  FROM t JOIN pg_rewrite r ON r.ev_class = t.oid AND r.rulename <> '_RETURN'
  UNION ALL
  SELECT 'policy', t.name, p.polname::text, '' FROM t JOIN pg_policy p ON p.polrelid = t.oid
  UNION ALL
  SELECT 'function', '', p.proname::text, concat_ws(' ', p.prosrc, p.proconfig::text)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1
) AS objects
)sql";

struct Name {
  std::string table, kind, name;
  auto operator<=>(const Name&) const = default;
};
using Objects = std::map<Name, std::string>;  // their definitions

std::string shown(const Name& object) {
  if (object.kind == "table" || object.kind == "function")
    return "the " + object.kind + " " + object.name;
  if (object.kind == "column")
    return "the column " + object.table + "." + object.name;
  return "the " + object.kind + " " + object.name + " of the table " + object.table;
}

Result<Objects> objects_of(Connection& connection, std::string_view schema) {
  auto statement = TRY(connection.prepare(objects_sql));
  statement.plan_for_values();
  statement.bind(schema);
  Objects objects;
  while (TRY(statement.step())) {
    Name name{statement.string(1), statement.string(0), statement.string(2)};
    objects.emplace(std::move(name), statement.string(3));
  }
  return objects;
}

Result<Objects> objects_of_migrations(Connection& connection) {
  const std::string name(scratch);
  TRY_VOID(connection.script("CREATE SCHEMA " + name + "; SET LOCAL search_path = " + name +
                             ", public"));
  for (const std::string_view step : migrations()) TRY_VOID(connection.script(std::string(step)));
  return objects_of(connection, scratch);
}

std::vector<std::string> differences(const Objects& expected, const Objects& found) {
  std::vector<std::string> all;
  const auto has_table = [](const Objects& objects, const std::string& name) {
    return objects.contains({name, "table", name});
  };
  for (const auto& [name, definition] : expected) {
    const auto there = found.find(name);
    if (there != found.end() && there->second != definition)
      all.push_back(shown(name) + " was altered");
    else if (there == found.end() &&
             (name.kind == "table" || name.table.empty() || has_table(found, name.table)))
      all.push_back(shown(name) + " is missing");
  }
  for (const auto& [name, definition] : found)
    if (!expected.contains(name) && name.kind != "index" && has_table(expected, name.table))
      all.push_back(shown(name) + " was not made by ai-memory");
  return all;
}

}  // namespace

Result<std::vector<std::string>> schema_differences(Connection& connection) {
  connection.begin_write();
  const auto expected = objects_of_migrations(connection);
  const auto found = expected ? objects_of(connection, ours) : Result<Objects>();
  connection.roll_back();
  if (!expected)
    return Failure(expected.error());
  return differences(*expected, TRY(found));
}

Result<std::vector<std::string>> tables_without_rights(Connection& connection) {
  auto statement = TRY(connection.prepare(
      "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE "
      "n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT "
      "(has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT') AND "
      "has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')) ORDER BY 1"));
  statement.plan_for_values();
  statement.bind(ours);
  std::vector<std::string> names;
  while (TRY(statement.step())) names.push_back(statement.string(0));
  return names;
}

}  // namespace aim::store::postgres
