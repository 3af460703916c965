#include "store/sql/tables/changes.h"

namespace aim::store::sql {

Result<std::int64_t> last_change(Connection& connection) {
  return TRY(connection.number(connection.dialect().last_change)).value_or(0);
}

Result<std::optional<std::int64_t>> before_changes_since(Connection& connection, Time time) {
  return connection.number("SELECT min(seq) - 1 FROM memories WHERE updated_at > ?1",
                           time.time_since_epoch().count());
}

Result<std::int64_t> next_change(Connection& connection) {
  return TRY(connection.number(connection.dialect().next_change)).value_or(0);
}

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now) {
  return connection.run(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      TRY(next_change(connection)), memory.id, memory.name_space, memory.title,
      now.time_since_epoch().count());
}

Result<std::vector<ChangeRow>> changes_after(Connection& connection, std::int64_t after,
                                             std::int64_t limit) {
  const auto statement = TRY(connection.statement(
      "SELECT * FROM (SELECT m.seq, m.id, n.name, 0 FROM memories m JOIN namespaces n ON "
      "n.number = m.namespace WHERE m.seq > ?1 ORDER BY m.seq LIMIT ?2) a UNION ALL "
      "SELECT * FROM (SELECT seq, id, namespace, 1 FROM tombstones WHERE seq > ?1 ORDER BY seq "
      "LIMIT ?2) b ORDER BY 1 LIMIT ?2"));
  statement->bind(after, limit);
  std::vector<ChangeRow> rows;
  while (TRY(statement->step()))
    rows.push_back({statement->integer(0), statement->string(1), statement->string(2),
                    statement->integer(3) != 0});
  return rows;
}

}  // namespace aim::store::sql
