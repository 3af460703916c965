#include "store/postgres/tables/pages.h"

namespace aim::store::postgres {

Result<std::vector<PageRow>> page_after(Connection& connection, Key after, Time now,
                                        std::int64_t limit) {
  auto statement = TRY(connection.prepare(
      "SELECT m.key, m.id, m.title, n.name, octet_length(m.content), m.updated_at "
      "FROM memories m JOIN namespaces n ON n.number = m.namespace "
      "WHERE m.key > $1 AND (m.expires_at IS NULL OR m.expires_at > $2) ORDER BY m.key LIMIT $3"));
  statement.bind(after, now.time_since_epoch().count(), limit);
  std::vector<PageRow> rows;
  while (TRY(statement.step()))
    rows.push_back({statement.integer(0), statement.string(1), statement.string(2),
                    statement.string(3), statement.integer(4),
                    time_from_nanoseconds(statement.integer(5))});
  return rows;
}

}  // namespace aim::store::postgres
