#include <algorithm>
#include <span>
#include <unordered_map>

#include "store/sql/namespaces.h"
#include "store/sql/where.h"
#include "store/sqlite/memories.h"

namespace aim::store::sqlite {
namespace {

using sql::Where;

// When something last happened to a memory.
using Moments = std::unordered_map<Key, std::int64_t>;

Result<void> add_moments(Connection& connection, const Where& where, std::string_view select,
                         Moments& moments) {
  auto statement = TRY(connection.prepare(where.sql(select)));
  where.bind(statement);
  while (TRY(statement.step())) {
    std::int64_t& latest = moments[statement.integer(0)];
    latest = std::max(latest, statement.integer(1));
  }
  return {};
}

// The index of lists has the changes of each priority in order: a look at each costs less than an
// index of changes, which every write would have to keep up.
Result<void> add_changed_last(Connection& connection, const Where& where, std::int64_t limit,
                              Moments& moments) {
  constexpr std::string_view select = "SELECT m.key, m.updated_at FROM memories m";
  constexpr std::string_view priority = "min(10, m.priority + m.reinforcement)";
  for (std::int64_t each = 10; each >= 0; --each) {
    Where one = where;
    // Databases from elsewhere may hold any priority; those below all limits are sorted.
    one.add(std::string(priority).append(each > 0 ? " = ?" : " <= ?"), {each});
    one.append("ORDER BY m.updated_at DESC LIMIT ?", {limit});
    TRY_VOID(add_moments(connection, one, select, moments));
  }
  return {};
}

// The same for each of a few namespaces by itself, as each has an order of its own in the index:
// for all of them at once, the whole table would be read until enough of theirs are met.
Result<void> add_changed_last_of_each(Connection& connection, std::span<const NamespaceRow> rows,
                                      const Filter& filter, std::int64_t limit, Moments& moments) {
  for (const NamespaceRow& row : rows) {
    Where where;
    where.add_name_spaces(connection.dialect(), {&row, 1});
    where.add_all_else(connection.dialect(), filter);
    TRY_VOID(add_changed_last(connection, where, limit, moments));
  }
  return {};
}

// There is no index of last uses, which every recall would have to rewrite: the narrow table is
// sorted instead, and CROSS JOIN keeps the planner from reading the memories before. SQLite drops
// the order of a subquery that has no limit.
Result<void> add_used_last(Connection& connection, Where where, std::int64_t limit,
                           Moments& moments) {
  where.append("LIMIT ?", {limit});
  return add_moments(connection, where,
                     "SELECT m.key, u.last_accessed_at FROM (SELECT key, last_accessed_at FROM "
                     "usage WHERE last_accessed_at IS NOT NULL ORDER BY last_accessed_at DESC "
                     "LIMIT -1) u CROSS JOIN memories m ON m.key = u.key",
                     moments);
}

// The first of these keys, at most so many.
Result<std::vector<Memory>> first_unexpired(Connection& connection,
                                            std::span<const std::pair<std::int64_t, Key>> latest,
                                            Time now, std::int64_t limit) {
  const auto enough = static_cast<std::size_t>(limit);
  std::vector<Memory> memories;
  while (!latest.empty() && memories.size() < enough) {
    const std::size_t some = std::min(latest.size(), enough - memories.size());
    std::vector<Key> keys;
    for (const auto& [time, key] : latest.first(some)) keys.push_back(key);
    latest = latest.subspan(some);
    for (Memory& memory : TRY(SqliteMemories(connection).by_keys(keys)))
      if (!memory.expires_at || memory.expires_at->time > now)
        memories.push_back(std::move(memory));
  }
  return memories;
}

}  // namespace

Result<std::vector<Memory>> SqliteMemories::recent(const Filter& filter, Time now,
                                                   std::int64_t limit) const {
  constexpr std::int64_t wider = 4;
  constexpr std::size_t few = 16;
  std::vector<Memory> memories;
  std::vector<NamespaceRow> rows;
  const bool named = !filter.name_space.empty() || filter.within;
  if (named)
    rows = TRY(sql::name_spaces_of(connection_, filter));
  if (limit <= 0 || (named && rows.empty()))
    return memories;
  Where where;
  if (named)
    where.add_name_spaces(connection_.dialect(), rows);
  where.add_all_else(connection_.dialect(), filter);
  // Few have expired, and whether one has says only its row, which is read for the latest alone.
  for (std::int64_t most = limit;; most *= wider) {
    Moments moments;
    if (rows.empty() || rows.size() > few)
      TRY_VOID(add_changed_last(connection_, where, most, moments));
    else
      TRY_VOID(add_changed_last_of_each(connection_, rows, filter, most, moments));
    TRY_VOID(add_used_last(connection_, where, most, moments));
    std::vector<std::pair<std::int64_t, Key>> latest;
    for (const auto& [key, time] : moments) latest.emplace_back(time, key);
    std::ranges::sort(latest, std::ranges::greater());
    const bool all = latest.size() < static_cast<std::size_t>(most);
    latest.resize(std::min(latest.size(), static_cast<std::size_t>(most)));
    memories = TRY(first_unexpired(connection_, latest, now, limit));
    if (all || memories.size() >= static_cast<std::size_t>(limit))
      return memories;
  }
}

}  // namespace aim::store::sqlite
