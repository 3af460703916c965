#include "store/sql/statement.h"
#include "store/sql/tables/changes.h"
#include "store/sql/where.h"
#include "store/sqlite/search/sqlite_search.h"

namespace aim::store::sqlite {
namespace {

using sql::Extent;
using sql::Where;

constexpr std::size_t max_kept = 32'768;  // rows: a megabyte

// Rows of one scope, expired ones among them. Whatever changes one of them has a change number, but
// for its expiry and its uses, which are asked for each time.
struct KeptSignals {
  std::string name_space;
  std::optional<Extent> extent;  // of when they were read
  std::vector<UseSignals> rows;
};

bool is_kept(Connection& connection, const Filter& filter) {
  const bool by_name_space_only = filter.beside.empty() && !filter.tier && !filter.kind &&
                                  filter.tags.empty() && !filter.since && !filter.until &&
                                  !filter.min_priority && !filter.agent_id && !filter.source &&
                                  !filter.within;
  return by_name_space_only && connection.may_keep();
}

// The columns stand before the texts of a row, so that no page of a long text is read.
Result<std::vector<UseSignals>> rows_of(Connection& connection, const Filter& filter,
                                        std::optional<Time> now) {
  Where where;
  std::vector<UseSignals> signals;
  if (!TRY(where.add_filter(connection, filter)))
    return signals;
  if (now)
    where.hide_expired(*now);
  where.append("ORDER BY m.key");
  auto statement = TRY(connection.prepare(
      where.sql("SELECT m.key, m.priority, m.created_at FROM memories m NOT INDEXED")));
  where.bind(statement);
  while (TRY(statement.step()))
    signals.push_back({statement.integer(0), statement.integer(1), 0,
                       time_from_nanoseconds(statement.integer(2))});
  return signals;
}

Result<std::vector<Key>> expired_keys(Connection& connection, Time now) {
  auto statement = TRY(connection.prepare("SELECT key FROM memories WHERE expires_at <= ?1"));
  statement.bind(now.time_since_epoch().count());
  auto keys = TRY(sql::integers(statement));
  std::ranges::sort(keys);
  return keys;
}

Result<void> drop_expired(Connection& connection, std::vector<UseSignals>& signals, Time now) {
  const std::vector<Key> expired = TRY(expired_keys(connection, now));
  if (expired.empty())
    return {};
  std::erase_if(signals, [&](const UseSignals& each) {
    return std::ranges::binary_search(expired, each.key);
  });
  return {};
}

Result<std::vector<UseSignals>> kept_rows(Connection& connection, const Filter& filter, Time now) {
  KeptSignals& kept = connection.part<KeptSignals>();
  const Extent extent = TRY(sql::extent_of(connection));
  if (kept.extent != extent || kept.name_space != filter.name_space) {
    kept.extent.reset();
    kept.rows = TRY(rows_of(connection, filter, std::nullopt));
    kept.name_space = filter.name_space;
    kept.extent = extent;
  }
  auto signals = kept.rows.size() > max_kept ? std::exchange(kept, {}).rows : kept.rows;
  TRY_VOID(drop_expired(connection, signals, now));
  return signals;
}

// To signals by rising key. The narrow table is read beside them, which costs a fraction of a
// search for each.
Result<void> add_access_counts(Connection& connection, std::vector<UseSignals>& signals) {
  if (signals.empty())
    return {};
  auto statement = TRY(connection.prepare(
      "SELECT key, access_count FROM usage WHERE key BETWEEN ?1 AND ?2 ORDER BY key"));
  statement.bind(signals.front().key, signals.back().key);
  auto each = signals.begin();
  while (TRY(statement.step())) {
    const Key key = statement.integer(0);
    while (each != signals.end() && each->key < key) ++each;
    if (each != signals.end() && each->key == key)
      each->access_count = statement.integer(1);
  }
  return {};
}

}  // namespace

Result<std::vector<UseSignals>> SqliteSearch::use_signals(const Filter& filter, Time now) const {
  auto signals = TRY(is_kept(connection_, filter) ? kept_rows(connection_, filter, now)
                                                  : rows_of(connection_, filter, now));
  TRY_VOID(add_access_counts(connection_, signals));
  return signals;
}

}  // namespace aim::store::sqlite
