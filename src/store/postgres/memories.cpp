#include "store/postgres/memories.h"

#include <algorithm>
#include <cstdint>

#include "memory/length_code.h"
#include "store/postgres/search/hooks.h"
#include "store/postgres/tables/namespaces.h"
#include "store/postgres/tables/new_memories.h"
#include "store/postgres/tables/titles.h"
#include "store/sql/rows.h"
#include "store/sql/titles.h"
#include "store/sql/where.h"
#include "text/words.h"

namespace aim::store::postgres {

Result<std::vector<Memory>> PostgresMemories::holders(std::span<const Memory> of) const {
  std::vector<std::string> ids, name_spaces, titles;
  for (const Memory& each : of) {
    if (connection_.can_store(each.id))
      ids.push_back(each.id);
    if (!connection_.can_store(each.title))
      continue;
    name_spaces.push_back(each.name_space);
    titles.push_back(each.title);
  }
  // LIMIT and ORDER BY: by the index of ids and that of titles, whatever the server thinks how many
  // there are.
  auto statement = TRY(connection_.prepare(
      sql::select_memory() +
      " WHERE m.key IN (SELECT found.key FROM unnest($1::text[]) AS asked(id) CROSS JOIN LATERAL "
      "(SELECT key FROM memories WHERE id = asked.id LIMIT 1) found UNION SELECT found.key FROM "
      "unnest($2::text[], $3::text[]) AS asked(namespace, title) CROSS JOIN LATERAL (SELECT key "
      "FROM memories WHERE namespace = (SELECT number FROM namespaces WHERE name = "
      "asked.namespace) AND title >= asked.title AND title <= asked.title ORDER BY title LIMIT 1) "
      "found)"));
  statement.bind(ids, name_spaces, titles);
  return sql::all_memories(statement);
}

Result<void> PostgresMemories::insert(Memory& memory) {
  const NewMemory one{&memory, nullptr};
  const auto refused = TRY(insert_all({&one, 1}));
  return refused.front() ? Failure(*refused.front()) : Result<void>();
}

// A content is never newer than the last change of its memory: those that changed last are read,
// until no other can have a newer content.
Result<std::vector<Memory>> PostgresMemories::recent(const Filter& filter, Time now,
                                                     std::int64_t limit) const {
  constexpr std::int64_t wider = 4;
  sql::Where where;
  if (limit <= 0 || !TRY(where.add_filter(connection_, filter)))
    return std::vector<Memory>();
  where.hide_expired(now);
  where.add_is_news();
  const auto enough = static_cast<std::size_t>(limit);
  for (std::int64_t most = 2 * limit;; most *= wider) {
    sql::Where one = where;
    one.append("ORDER BY m.updated_at DESC LIMIT ?", {most});
    auto statement = TRY(connection_.prepare(
        one.sql("SELECT m.key, m.created_at, m.given_times, m.updated_at FROM memories m")));
    one.bind(statement);
    std::vector<std::pair<std::int64_t, Key>> latest;
    std::int64_t last = INT64_MIN;
    while (TRY(statement.step())) {
      const std::int64_t created_at = statement.integer(1);
      latest.emplace_back(
          statement.is_null(2) ? created_at : content_nanoseconds(created_at, statement.text(2)),
          statement.integer(0));
      last = statement.integer(3);
    }
    const bool all = latest.size() < static_cast<std::size_t>(most);
    std::ranges::sort(latest, std::ranges::greater());
    if (!all)
      std::erase_if(latest, [&](const auto& each) { return each.first < last; });
    if (!all && latest.size() < enough)
      continue;
    latest.resize(std::min(latest.size(), enough));
    std::vector<Key> keys;
    for (const auto& [time, key] : latest) keys.push_back(key);
    return by_keys(keys);
  }
}

Result<std::vector<SimilarTitle>> PostgresMemories::similar_titles(std::string_view name_space,
                                                                   std::string_view title,
                                                                   Key except, Time now,
                                                                   std::size_t limit) const {
  const auto stems = text::significant_stems(title);
  std::vector<SimilarTitle> similar;
  if (stems.empty())
    return similar;
  std::vector<std::int64_t> words;
  for (const std::string& stem : stems) words.push_back(sql::title_word(stem));
  // LIMIT 1: by the index, whatever the server thinks how many there are.
  auto statement = TRY(connection_.prepare(
      "SELECT m.id, m.title, c.key FROM (SELECT t.key, count(*) AS shared FROM unnest($2) "
      "wanted(word) CROSS JOIN LATERAL (SELECT key FROM title_words w WHERE w.namespace = (SELECT "
      "number FROM namespaces WHERE name = $1) AND w.word = wanted.word ORDER BY key DESC LIMIT "
      "$3) "
      "t WHERE t.key <> $4 GROUP BY t.key HAVING count(*) * 2 >= cardinality($2) ORDER BY 2 DESC, "
      "1 DESC LIMIT $5) c CROSS JOIN LATERAL (SELECT id, title, expires_at FROM memories WHERE key "
      "= c.key LIMIT 1) m WHERE m.expires_at IS NULL OR m.expires_at > $6 ORDER BY c.shared DESC, "
      "c.key DESC"));
  statement.bind(name_space, words, sql::newest_looked_at, except,
                 static_cast<std::int64_t>(sql::titles_compared), now.time_since_epoch().count());
  while (similar.size() < limit && TRY(statement.step())) {
    if (const auto share = sql::shared_by_title(stems, statement.text(1)))
      similar.push_back({statement.integer(2), statement.string(0), *share});
  }
  return similar;
}

Result<std::int64_t> PostgresMemories::name_space_number(std::string_view name) {
  return postgres::name_space_number(connection_, name);
}

Result<void> PostgresMemories::add_tags(const Memory& memory) {
  const Numbered one{0, &memory};
  return postgres::add_tags(connection_, {&one, 1});
}

Result<void> PostgresMemories::remove_tags(const Memory& memory) {
  return connection_.run_later("DELETE FROM tags WHERE key = ?1", memory.key);
}

Result<void> PostgresMemories::add_passages(std::int64_t name_space, const Memory& memory) {
  const Numbered one{name_space, &memory};
  return postgres::add_passages(connection_, {&one, 1});
}

Result<void> PostgresMemories::remove_passages(Key key) {
  return postgres::remove_passages(connection_, key);
}

Result<void> PostgresMemories::add_words(std::int64_t name_space, const Memory& memory) {
  const Numbered one{name_space, &memory};
  return postgres::add_words(connection_, {&one, 1});
}

Result<void> PostgresMemories::remove_words(std::int64_t name_space, const Memory& memory) {
  TRY_VOID(remove_text(connection_, name_space, memory));
  TRY_VOID(remove_titles(connection_, {&memory.key, 1}));
  return count_texts(connection_, {{name_space, {-1, -decode_length(length_code_of(memory))}}});
}

}  // namespace aim::store::postgres
