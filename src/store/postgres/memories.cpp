#include "store/postgres/memories.h"

#include "memory/score.h"
#include "memory/tier.h"
#include "store/postgres/new_memories.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/search/text_index.h"
#include "store/sql/memory_row.h"
#include "store/sql/statement.h"
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
  return connection_.all(
      sql::select_memory() +
          " WHERE m.key IN (SELECT found.key FROM unnest($1::text[]) AS asked(id) CROSS JOIN "
          "LATERAL "
          "(SELECT key FROM memories WHERE id = asked.id LIMIT 1) found UNION SELECT found.key "
          "FROM "
          "unnest($2::text[], $3::text[]) AS asked(namespace, title) CROSS JOIN LATERAL (SELECT "
          "key "
          "FROM memories WHERE namespace = (SELECT number FROM namespaces WHERE name = "
          "asked.namespace) AND title >= asked.title AND title <= asked.title ORDER BY title LIMIT "
          "1) "
          "found)",
      sql::selected_memory, ids, name_spaces, titles);
}

Result<std::vector<std::optional<Error>>> PostgresMemories::insert_all(
    std::span<const NewMemory> memories) {
  return insert_memories(connection_, memories);
}

Result<Facets> PostgresMemories::facets(const Filter& filter,
                                        std::optional<std::span<const Key>> keys, Time now) const {
  Facets found;
  sql::Where where;
  if (!TRY(narrow_facets(where, filter, keys, now)))
    return found;
  where.append("GROUP BY 1, 2, 3, 4, 5");
  Counted name_spaces, tiers, kinds, sources, agents;
  {
    auto statement = TRY(connection_.prepare(
        where.sql("SELECT n.name, m.tier, m.kind, m.source, m.agent, count(*) "
                  "FROM memories m JOIN namespaces n ON n.number = m.namespace")));
    where.bind(statement);
    while (TRY(statement.step())) {
      const std::int64_t count = statement.integer(5);
      found.total += count;
      name_spaces[statement.string(0)] += count;
      tiers[std::string(name_of(static_cast<Tier>(statement.integer(1))))] += count;
      kinds[std::string(name_of(static_cast<MemoryKind>(statement.integer(2))))] += count;
      sources[statement.string(3)] += count;
      if (!statement.is_null(4))
        agents[statement.string(4)] += count;
    }
  }
  sql::Where tagged;
  TRY(narrow_facets(tagged, filter, keys, now));
  tagged.append("GROUP BY t.tag ORDER BY 2 DESC, 1 LIMIT ?",
                {static_cast<std::int64_t>(max_facet_values)});
  auto statement = TRY(connection_.prepare(
      tagged.sql("SELECT t.tag, count(*) FROM tags t JOIN memories m ON m.key = t.key")));
  tagged.bind(statement);
  while (TRY(statement.step())) found.tags.emplace_back(statement.string(0), statement.integer(1));
  found.name_spaces = most_frequent(name_spaces);
  found.tiers = most_frequent(tiers);
  found.kinds = most_frequent(kinds);
  found.sources = most_frequent(sources);
  found.agents = most_frequent(agents);
  return found;
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
  return sql::count_texts(connection_,
                          {{name_space, {-1, -decode_length(sql::length_code_of(memory))}}});
}

}  // namespace aim::store::postgres
