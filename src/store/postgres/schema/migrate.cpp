#include "store/postgres/schema/migrate.h"

#include <charconv>
#include <string>

#include "store/postgres/core/failure.h"

namespace aim::store::postgres {
namespace {

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
  return TRY(connection.number("SELECT version FROM ai_memory.schema_version")).value_or(0);
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
      TRY(connection.number("SELECT epoch FROM schema_version")).value_or(0));
}

}  // namespace aim::store::postgres
