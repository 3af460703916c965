#include "store/sql/tables/usage.h"

#include "store/sql/rows.h"
#include "store/sql/tables/changes.h"

namespace aim::store::sql {

Result<std::vector<UsageRow>> usage_of(Connection& connection, std::span<const Key> keys) {
  const auto statement = TRY(connection.statement(
      "SELECT m.key, m.tier, m.priority, m.reinforcement, coalesce(u.access_count, 0), "
      "m.expires_at, m.deadline FROM " +
      connection.dialect().listed("?1") +
      " CROSS JOIN memories m LEFT JOIN usage u ON u.key = m.key WHERE m.key = listed.value "
      "ORDER BY listed.key"));
  statement->bind(keys);
  std::vector<UsageRow> rows;
  while (TRY(statement->step())) {
    UsageRow& row = rows.emplace_back();
    row.key = statement->integer(0);
    row.tier = static_cast<Tier>(statement->integer(1));
    row.priority = statement->integer(2);
    row.reinforcement = statement->integer(3);
    row.access_count = statement->integer(4);
    if (!statement->is_null(5))
      row.expires_at = time_in(*statement, 5);
    row.deadline = statement->integer(6) != 0;
  }
  return rows;
}

Result<void> set_usage(Connection& connection, Key key, std::int64_t access_count,
                       Time last_accessed_at) {
  return connection.run(
      "INSERT INTO usage(key, access_count, last_accessed_at) VALUES (?1, ?2, ?3) "
      "ON CONFLICT(key) DO UPDATE SET access_count = ?2, last_accessed_at = " +
          std::string(connection.dialect().greatest) + "(coalesce(usage.last_accessed_at, 0), ?3)",
      key, access_count, nanoseconds(last_accessed_at));
}

Result<void> set_life(Connection& connection, const UsageRow& row, std::optional<Time> updated_at) {
  std::optional<std::int64_t> expires;
  if (row.expires_at)
    expires = nanoseconds(*row.expires_at);
  if (!updated_at)
    return connection.run(
        "UPDATE memories SET tier = ?2, reinforcement = ?3, expires_at = ?4 WHERE key = ?1",
        row.key, static_cast<std::int64_t>(row.tier), row.reinforcement, expires);
  return connection.run(
      "UPDATE memories SET tier = ?2, reinforcement = ?3, expires_at = ?4, seq = ?5, updated_at = "
      "?6 "
      "WHERE key = ?1",
      row.key, static_cast<std::int64_t>(row.tier), row.reinforcement, expires,
      TRY(next_change(connection)), nanoseconds(*updated_at));
}

}  // namespace aim::store::sql
