#include "store/sqlite/tables/accesses.h"

#include "store/sql/where.h"

namespace aim::store::sqlite {
namespace {

constexpr std::string_view select_access =
    "SELECT number, at, kind, door, query, client, session, namespace, micros, tokens, results "
    "FROM accesses ";

std::optional<std::string> maybe_text(const Statement& row, int column) {
  if (row.is_null(column))
    return std::nullopt;
  return row.string(column);
}

std::optional<double> maybe_real(const Statement& row, int column) {
  if (row.is_null(column))
    return std::nullopt;
  return row.real(column);
}

AccessRow access_of(const Statement& row) {
  AccessRow access;
  access.number = row.integer(0);
  access.at = time_from_nanoseconds(row.integer(1));
  access.kind = row.string(2);
  access.door = row.string(3);
  access.query = maybe_text(row, 4);
  access.client = maybe_text(row, 5);
  access.session = maybe_text(row, 6);
  access.name_space = maybe_text(row, 7);
  access.micros = row.integer(8);
  access.tokens = row.integer(9);
  access.results = row.integer(10);
  return access;
}

Result<std::vector<AccessRow>> accesses_of(Statement& statement) {
  std::vector<AccessRow> accesses;
  while (TRY(statement.step())) accesses.push_back(access_of(statement));
  return accesses;
}

}  // namespace

Result<std::int64_t> last_access(Connection& connection) {
  return TRY(connection.number("SELECT max(number) FROM accesses")).value_or(0);
}

Result<std::vector<AccessRow>> newest_accesses(Connection& connection, std::int64_t before,
                                               std::span<const std::string> kinds,
                                               std::int64_t limit) {
  sql::Where where;
  where.add("number < ?", {before});
  if (!kinds.empty()) {
    std::string marks;
    std::vector<sql::Where::Value> values;
    for (const std::string& kind : kinds) {
      marks += marks.empty() ? "?" : ", ?";
      values.emplace_back(kind);
    }
    where.add("kind IN (" + marks + ")", std::move(values));
  }
  where.append(" ORDER BY number DESC LIMIT ?", {limit});
  auto statement = TRY(connection.prepare(where.sql(select_access)));
  where.bind(statement);
  return accesses_of(statement);
}

Result<std::vector<AccessRow>> accesses_after(Connection& connection, std::int64_t after,
                                              std::int64_t limit) {
  auto statement = TRY(connection.prepare(std::string(select_access) +
                                          "WHERE number > ?1 ORDER BY number LIMIT ?2"));
  statement.bind(after, limit);
  return accesses_of(statement);
}

Result<std::vector<ShownMemory>> shown_by(Connection& connection, std::int64_t number) {
  auto statement = TRY(
      connection.prepare("SELECT m.id, m.title, l.score, ifnull(l.factors, '') FROM access_log l "
                         "JOIN memories m ON m.key = l.key WHERE l.call = ?1 ORDER BY l.place"));
  statement.bind(number);
  std::vector<ShownMemory> shown;
  while (TRY(statement.step()))
    shown.push_back(
        {statement.string(0), statement.string(1), maybe_real(statement, 2), statement.string(3)});
  return shown;
}

Result<std::vector<AccessCost>> access_costs(Connection& connection, Time since,
                                             std::int64_t limit) {
  auto statement = TRY(connection.prepare(
      "SELECT at, kind, door, micros, tokens FROM accesses WHERE at >= ?1 ORDER BY number DESC "
      "LIMIT ?2"));
  statement.bind(since.time_since_epoch().count(), limit);
  std::vector<AccessCost> costs;
  while (TRY(statement.step()))
    costs.push_back({time_from_nanoseconds(statement.integer(0)), statement.string(1),
                     statement.string(2), statement.integer(3), statement.integer(4)});
  return costs;
}

Result<std::vector<LoggedAccess>> access_log(Connection& connection, const AccessFilter& filter) {
  sql::Where where;
  if (filter.key)
    where.add("l.key = ?", {*filter.key});
  if (filter.kind)
    where.add("a.kind = ?", {*filter.kind});
  if (filter.since)
    where.add("a.at >= ?", {filter.since->time_since_epoch().count()});
  where.append(" ORDER BY a.number DESC, l.place LIMIT ?", {filter.limit});
  // CROSS JOIN keeps the order of the tables: the newest calls first, and only as many as are
  // shown.
  auto statement = TRY(connection.prepare(
      where.sql(filter.key ? "SELECT l.key, m.id, a.kind, a.at, l.score, a.query, a.client, "
                             "a.session FROM access_log l CROSS JOIN accesses a ON a.number = "
                             "l.call JOIN memories m ON m.key = l.key "
                           : "SELECT l.key, m.id, a.kind, a.at, l.score, a.query, a.client, "
                             "a.session FROM accesses a CROSS JOIN access_log l ON l.call = "
                             "a.number JOIN memories m ON m.key = l.key ")));
  where.bind(statement);
  std::vector<LoggedAccess> log;
  while (TRY(statement.step())) {
    LoggedAccess& each = log.emplace_back();
    each.key = statement.integer(0);
    each.memory_id = statement.string(1);
    each.kind = statement.string(2);
    each.at = time_from_nanoseconds(statement.integer(3));
    each.score = maybe_real(statement, 4);
    each.query = maybe_text(statement, 5);
    each.client = maybe_text(statement, 6);
    each.session = maybe_text(statement, 7);
  }
  return log;
}

Result<void> add_access(Connection& connection, const AccessRow& row,
                        std::span<const ShownKey> shown) {
  TRY_VOID(connection.run(
      "INSERT INTO accesses(at, kind, door, query, client, session, namespace, micros, tokens, "
      "results) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      row.at.time_since_epoch().count(), row.kind, row.door, row.query, row.client, row.session,
      row.name_space, row.micros, row.tokens, row.results));
  const std::int64_t number = TRY(last_access(connection));
  std::int64_t place = 0;
  for (const ShownKey& each : shown) {
    const auto factors = each.factors.empty() ? std::nullopt : std::optional(each.factors);
    TRY_VOID(
        connection.run("INSERT OR IGNORE INTO access_log(key, call, place, score, factors) "
                       "SELECT key, ?2, ?3, ?4, ?5 FROM memories WHERE key = ?1",
                       each.key, number, place++, each.score, factors));
  }
  return {};
}

Result<std::int64_t> prune_accesses(Connection& connection, Time before, std::int64_t limit) {
  TRY_VOID(connection.run(
      "DELETE FROM accesses WHERE number IN (SELECT number FROM accesses WHERE at < ?1 "
      "AND number < (SELECT max(number) FROM accesses) LIMIT ?2)",
      before.time_since_epoch().count(), limit));
  return connection.changes();
}

}  // namespace aim::store::sqlite
