#include "store/sql/tables/counts.h"

#include "memory/tier.h"
#include "store/sql/rows.h"

namespace aim::store::sql {

Result<std::int64_t> size_of_all(Connection& connection) {
  return TRY(connection.number(connection.dialect().size)).value_or(0);
}

Result<Counts> count_all(Connection& connection, Time now) {
  Counts counts;
  const auto tiers = TRY(
      connection.statement("SELECT tier, count(*) FROM memories GROUP BY tier ORDER BY 2 DESC, 1"));
  while (TRY(tiers->step())) {
    counts.by_tier.emplace_back(name_of(static_cast<Tier>(tiers->integer(0))), tiers->integer(1));
    counts.memories += tiers->integer(1);
  }
  const std::int64_t from = nanoseconds(now);
  const std::int64_t to = nanoseconds(now + std::chrono::hours(1));
  counts.expiring_soon =
      TRY(connection.number(
              "SELECT count(*) FROM memories WHERE expires_at > ?1 AND expires_at <= ?2", from, to))
          .value_or(0);
  counts.reflections =
      TRY(connection.number("SELECT count(*) FROM memories WHERE kind = 1")).value_or(0);
  // By a column: what SQLite counts without one it counts to the end, however long a damaged tree
  // seems.
  counts.links = TRY(connection.number("SELECT count(source) FROM links")).value_or(0);
  counts.archived = TRY(connection.number("SELECT count(id) FROM archive")).value_or(0);
  counts.size_bytes = TRY(size_of_all(connection));
  return counts;
}

Result<Stats::Growth> growth(Connection& connection, Time since) {
  Stats::Growth growth;
  const std::int64_t from =
      std::chrono::floor<std::chrono::days>(since).time_since_epoch() / std::chrono::days(1);
  const std::int64_t first = from * std::chrono::nanoseconds(std::chrono::days(1)).count();
  growth.before =
      TRY(connection.number("SELECT count(*) FROM memories WHERE created_at < ?1", first))
          .value_or(0);
  const auto statement = TRY(connection.statement(
      "SELECT created_at / 86400000000000, count(*) FROM memories WHERE created_at >= ?1 "
      "GROUP BY 1 ORDER BY 1"));
  statement->bind(first);
  while (TRY(statement->step()))
    growth.days.emplace_back(statement->integer(0), statement->integer(1));
  return growth;
}

Result<NamedCounts> count_name_spaces(Connection& connection) {
  const auto statement = TRY(connection.statement(
      "SELECT name, memories FROM namespaces WHERE memories > 0 ORDER BY memories DESC, name"));
  NamedCounts counts;
  while (TRY(statement->step())) counts.emplace_back(statement->string(0), statement->integer(1));
  return counts;
}

}  // namespace aim::store::sql
