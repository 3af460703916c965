#include <algorithm>
#include <cstdint>

#include "store/postgres/search/postgres_search.h"
#include "store/postgres/tables/namespaces.h"
#include "store/sql/where.h"

namespace aim::store::postgres {
namespace {

Result<std::vector<Key>> keys_of(Statement& rows) {
  std::vector<Key> keys;
  while (TRY(rows.step())) keys.push_back(rows.integer(0));
  return keys;
}

Memory signals_in(const Statement& row) {
  Memory memory;
  memory.key = row.integer(0);
  memory.tier = static_cast<Tier>(row.integer(1));
  memory.priority = row.integer(2);
  memory.reinforcement = row.integer(3);
  memory.confidence = row.real(4);
  memory.created_at = at(time_from_nanoseconds(row.integer(5)));
  if (const auto expires = row.maybe_integer(6))
    memory.expires_at = at(time_from_nanoseconds(*expires));
  memory.kind = static_cast<MemoryKind>(row.integer(7));
  memory.title = row.string(8);
  return memory;
}

Result<Statement> same_content_asked(Connection& connection, std::string_view name_space,
                                     std::string_view content, Time now, std::size_t limit) {
  auto rows = TRY(connection.prepare(
      "SELECT m.key FROM memories m WHERE m.namespace = (SELECT number FROM namespaces WHERE name "
      "= $1) AND hashtextextended(m.content, 0) = hashtextextended($2 COLLATE \"C\", 0) AND "
      "m.content = $2 AND (m.expires_at IS NULL OR m.expires_at > $3) ORDER BY m.key DESC LIMIT "
      "$4"));
  rows.bind(name_space, content, now.time_since_epoch().count(), static_cast<std::int64_t>(limit));
  return rows;
}

}  // namespace

Result<std::vector<NamespaceRow>> PostgresSearch::name_spaces(std::string_view filter) const {
  return name_spaces_matching(connection_, filter);
}

Result<std::vector<NamespaceRow>> PostgresSearch::name_spaces_of(const Filter& filter) const {
  return postgres::name_spaces_of(connection_, filter);
}

Result<void> PostgresSearch::expect_signals(std::span<const Key> keys) const {
  expected_.clear();
  if (keys.empty())
    return {};
  auto rows = TRY(connection_.prepare(
      "SELECT key, tier, priority, reinforcement, confidence, created_at, expires_at, kind, title "
      "FROM memories WHERE key = ANY($1)"));
  rows.bind(keys);
  for (const Key key : keys) expected_[key];
  while (TRY(rows.step())) {
    Memory memory = signals_in(rows);
    const Key key = memory.key;
    expected_[key] = std::move(memory);
  }
  return {};
}

// Nothing: there is no such memory.
Result<const Memory*> PostgresSearch::known(Key key) const {
  if (!expected_.contains(key))
    TRY_VOID(expect_signals({&key, 1}));
  const auto& found = expected_.at(key);
  return found ? &*found : nullptr;
}

Result<std::vector<std::string>> PostgresSearch::name_spaces_of(std::span<const Key> keys) const {
  return postgres::name_spaces_of(connection_, keys);
}

Result<std::optional<Memory>> PostgresSearch::signals_of(Key key) const {
  const Memory* memory = TRY(known(key));
  if (!memory)
    return std::optional<Memory>();
  Memory signals = *memory;
  signals.title.clear();
  return std::optional(std::move(signals));
}

Result<std::string> PostgresSearch::title_of(Key key) const {
  const Memory* memory = TRY(known(key));
  return memory ? memory->title : std::string();
}

Result<std::vector<UseSignals>> PostgresSearch::use_signals(const Filter& filter, Time now) const {
  sql::Where where;
  std::vector<UseSignals> signals;
  if (!TRY(where.add_filter(connection_, filter)))
    return signals;
  where.add("(m.expires_at IS NULL OR m.expires_at > ?)", {now.time_since_epoch().count()});
  where.append("ORDER BY m.key");
  auto rows = TRY(connection_.prepare(
      where.sql("SELECT m.key, m.priority, coalesce(u.access_count, 0), m.created_at FROM memories "
                "m LEFT JOIN usage u ON u.key = m.key")));
  where.bind(rows);
  while (TRY(rows.step()))
    signals.push_back({rows.integer(0), rows.integer(1), rows.integer(2),
                       time_from_nanoseconds(rows.integer(3))});
  return signals;
}

Result<std::vector<Key>> PostgresSearch::keys_of_agent(std::string_view agent_id) const {
  auto rows = TRY(connection_.prepare("SELECT key FROM memories WHERE agent = $1 ORDER BY key"));
  rows.bind(agent_id);
  return keys_of(rows);
}

Result<void> PostgresSearch::expect_content(std::string_view name_space, std::string_view content,
                                            Time now, std::size_t limit) const {
  return connection_.ask_ahead(
      TRY(same_content_asked(connection_, name_space, content, now, limit)));
}

Result<std::vector<Key>> PostgresSearch::keys_with_content(std::string_view name_space,
                                                           std::string_view content, Time now,
                                                           std::size_t limit) const {
  auto rows = TRY(same_content_asked(connection_, name_space, content, now, limit));
  return keys_of(rows);
}

}  // namespace aim::store::postgres
