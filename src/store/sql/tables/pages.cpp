#include "store/sql/tables/pages.h"

#include "store/sql/rows.h"

namespace aim::store::sql {

Result<std::vector<PageRow>> page_after(Connection& connection, Key after, Time now,
                                        std::int64_t limit) {
  const Dialect& dialect = connection.dialect();
  const auto statement = TRY(connection.statement(
      "SELECT m.key, m.id, m.title, n.name, " + dialect.bytes_of("m.content") +
      ", m.updated_at FROM memories m" + std::string(dialect.by_rows) +
      " JOIN namespaces n ON n.number = m.namespace "
      "WHERE m.key > ?1 AND (m.expires_at IS NULL OR m.expires_at > ?2) ORDER BY m.key LIMIT ?3"));
  statement->bind(after, nanoseconds(now), limit);
  std::vector<PageRow> rows;
  while (TRY(statement->step()))
    rows.push_back({statement->integer(0), statement->string(1), statement->string(2),
                    statement->string(3), statement->integer(4), time_in(*statement, 5)});
  return rows;
}

}  // namespace aim::store::sql
