#include <unordered_map>

#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/postgres_search.h"
#include "store/search.h"
#include "store/sql/memory_row.h"
#include "store/sql/statement.h"
#include "store/sql/where.h"
#include "store/text_places.h"

namespace aim::store::postgres {
namespace {

constexpr std::int64_t texts_at_once = 500;

// Leaves the memories that stand in every list.
void keep_common(std::vector<std::vector<Posting>>& lists) {
  for (auto& list : lists)
    std::erase_if(list, [&](const Posting& posting) {
      return !std::ranges::all_of(lists, [&](const auto& other) {
        return &other == &list || std::ranges::binary_search(other, posting.doc, {}, &Posting::doc);
      });
    });
}

Result<std::unordered_map<Key, std::int64_t>> lengths_of(Connection& connection,
                                                         const std::vector<Key>& keys) {
  std::unordered_map<Key, std::int64_t> lengths;
  auto rows = TRY(connection.prepare("SELECT key, words FROM text_sizes WHERE key = ANY($1)"));
  rows.bind(keys);
  while (TRY(rows.step())) lengths.emplace(rows.integer(0), rows.integer(1));
  return lengths;
}

// Memories whose turn to be indexed has not come are read and cut into words.
Result<void> add_texts_after(Connection& connection, const TextQuery& query, Key after,
                             std::vector<std::vector<Posting>>& lists) {
  auto rows = TRY(connection.prepare(
      "SELECT namespace, key, length_code, title, content, tags, metadata FROM memories "
      "WHERE key > $1 AND (cardinality($2::bigint[]) = 0 OR namespace = ANY($2)) "
      "ORDER BY key LIMIT $3"));
  for (bool more = true; more;) {
    rows.bind(after, query.name_spaces, texts_at_once);
    more = false;
    while (TRY(rows.step())) {
      more = true;
      after = rows.integer(1);
      add_postings(query, Doc::pack(rows.integer(0), after, static_cast<int>(rows.integer(2))),
                   TextPlaces(sql::indexed_memory(rows, 3)), lists);
    }
    rows.rewind();
  }
  for (auto& list : lists) std::ranges::sort(list, {}, &Posting::doc);
  return {};
}

}  // namespace

Result<std::vector<std::vector<Posting>>> PostgresSearch::postings(const TextQuery& query) const {
  std::vector<std::vector<Posting>> lists(query.words.phrases.size());
  const Key indexed = TRY(indexed_to(connection_));
  // Lists that other rules made are not asked at all.
  if (indexed > 0) {
    const auto held =
        TRY(held_lists(connection_, query.words.phrases, query.name_spaces, query.words.terms));
    for (std::size_t i = 0; i < held.size(); ++i) {
      lists[i].reserve(held[i].size());
      for (const auto& [name_space, posting] : held[i])
        if (posting.key <= indexed)
          lists[i].push_back(posting.posting(name_space));
    }
    if (query.words.all)
      keep_common(lists);
  }
  if (indexed != all_indexed)
    TRY_VOID(add_texts_after(connection_, query, indexed, lists));
  return lists;
}

Result<std::vector<Scored>> PostgresSearch::bm25(const WordQuery& asked,
                                                 std::span<const std::int64_t> name_spaces,
                                                 std::size_t most) const {
  // How many hold a phrase is counted in all namespaces.
  const auto lists = TRY(held_lists(connection_, asked.phrases, {}, asked.terms));
  auto totals =
      TRY(connection_.prepare("SELECT count(*), coalesce(sum(words), 0)::bigint FROM text_sizes"));
  if (!TRY(totals.step()))
    return std::vector<Scored>();
  Bm25 bm25;
  bm25.rows = totals.integer(0);
  bm25.tokens = totals.integer(1);
  for (const auto& list : lists) bm25.hits.push_back(std::ssize(list));
  bm25.weigh();
  std::unordered_map<Key, std::size_t> found;  // in how many phrases
  std::vector<Key> keys;
  for (const auto& list : lists)
    for (const auto& [name_space, posting] : list)
      if (is_named(name_space, name_spaces) && ++found[posting.key] == 1)
        keys.push_back(posting.key);
  if (keys.empty())
    return std::vector<Scored>();
  const auto lengths = TRY(lengths_of(connection_, keys));
  std::unordered_map<Key, double> scores;
  for (std::size_t phrase = 0; phrase < lists.size(); ++phrase)
    for (const auto& [name_space, posting] : lists[phrase]) {
      const auto count = found.find(posting.key);
      const auto length = lengths.find(posting.key);
      if (count == found.end() || length == lengths.end() ||
          (asked.all && count->second < lists.size()))
        continue;
      scores[posting.key] += bm25.part(phrase, posting.title + posting.body, length->second);
    }
  std::vector<Scored> ranked;
  for (const Key key : keys)
    if (const auto score = scores.find(key); score != scores.end())
      ranked.push_back({key, -score->second});
  keep_best(ranked, most);
  return ranked;
}

}  // namespace aim::store::postgres
