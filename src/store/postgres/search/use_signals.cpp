#include "store/postgres/search/postgres_search.h"
#include "store/sql/rows.h"
#include "store/sql/where.h"

namespace aim::store::postgres {

Result<std::vector<UseSignals>> PostgresSearch::use_signals(const Filter& filter, Time now) const {
  sql::Where where;
  std::vector<UseSignals> signals;
  if (!TRY(where.add_filter(connection_, filter)))
    return signals;
  where.hide_expired(now);
  where.append("ORDER BY m.key");
  auto rows = TRY(connection_.prepare(
      where.sql("SELECT m.key, m.priority, coalesce(u.access_count, 0), m.created_at FROM memories "
                "m LEFT JOIN usage u ON u.key = m.key")));
  where.bind(rows);
  while (TRY(rows.step()))
    signals.push_back({rows.integer(0), rows.integer(1), rows.integer(2), sql::time_in(rows, 3)});
  return signals;
}

}  // namespace aim::store::postgres
