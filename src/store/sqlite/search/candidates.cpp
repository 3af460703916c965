#include "store/rows.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/tables/namespaces.h"

namespace aim::store::sqlite {

Result<std::vector<NamespaceRow>> SqliteSearch::name_spaces(std::string_view filter) const {
  return name_spaces_matching(connection_, filter);
}

Result<std::vector<NamespaceRow>> SqliteSearch::name_spaces_of(const Filter& filter) const {
  return sqlite::name_spaces_of(connection_, filter);
}

Result<std::vector<std::string>> SqliteSearch::name_spaces_of(std::span<const Key> keys) const {
  return sqlite::name_spaces_of(connection_, keys);
}

Result<std::vector<Key>> SqliteSearch::keys_of_agent(std::string_view agent_id) const {
  auto statement = TRY(connection_.prepare(
      std::string("SELECT m.key FROM memories m WHERE ").append(connection_.dialect().by_agent)));
  statement.bind(agent_id);
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return keys;
}

Result<std::vector<Key>> SqliteSearch::keys_with_content(std::string_view name_space,
                                                         std::string_view content, Time now,
                                                         std::size_t limit) const {
  // Without the plus SQLite puts the text in place of the column into the two terms before, which
  // the index then does not know.
  auto statement = TRY(connection_.prepare(
      "SELECT m.key FROM memories m WHERE m.namespace = (SELECT number FROM namespaces WHERE name "
      "= ?1) AND length(m.content) = length(?2) AND substr(m.content, -12) = substr(?2, -12) AND "
      "+m.content = ?2 AND (m.expires_at IS NULL OR m.expires_at > ?3) ORDER BY m.key DESC LIMIT "
      "?4"));
  statement.bind(name_space, content, now.time_since_epoch().count(),
                 static_cast<std::int64_t>(limit));
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return keys;
}

Result<std::optional<Memory>> SqliteSearch::signals_of(Key key) const {
  auto statement =
      TRY(connection_.prepare("SELECT tier, priority, reinforcement, confidence, created_at, "
                              "expires_at, kind FROM memories "
                              "WHERE key = ?1"));
  statement.bind(key);
  if (!TRY(statement.step()))
    return std::optional<Memory>();
  Memory memory;
  memory.key = key;
  memory.tier = static_cast<Tier>(statement.integer(0));
  memory.priority = statement.integer(1);
  memory.reinforcement = statement.integer(2);
  memory.confidence = statement.real(3);
  memory.created_at = at(time_from_nanoseconds(statement.integer(4)));
  if (const auto expires = statement.maybe_integer(5))
    memory.expires_at = at(time_from_nanoseconds(*expires));
  memory.kind = static_cast<MemoryKind>(statement.integer(6));
  return std::optional(std::move(memory));
}

Result<std::string> SqliteSearch::title_of(Key key) const {
  auto statement = TRY(connection_.prepare("SELECT title FROM memories WHERE key = ?1"));
  statement.bind(key);
  return TRY(statement.step()) ? statement.string(0) : std::string();
}

}  // namespace aim::store::sqlite
