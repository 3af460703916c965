#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/search/word_lists.h"
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

// FTS5's bm25(), whose numbers the published formula was made for (sqlite.org/fts5.html, section
// 5.1.1): all columns count alike, frequencies and lengths are those of the whole index.
class Bm25 {
 public:
  Bm25(double rows, double words) : rows_(rows), mean_length_(words / std::max(1.0, rows)) {}

  double inverse_frequency(double with_phrase) const {
    const double idf = std::log((rows_ - with_phrase + 0.5) / (with_phrase + 0.5));
    return idf > 0 ? idf : 1e-6;
  }
  double part(double idf, double frequency, double length) const {
    constexpr double k1 = 1.2, b = 0.75;
    return idf * frequency * (k1 + 1) / (frequency + k1 * (1 - b + b * length / mean_length_));
  }

 private:
  double rows_, mean_length_;
};

Result<std::unordered_map<Key, double>> lengths_of(Connection& connection,
                                                   const std::vector<Key>& keys) {
  std::unordered_map<Key, double> lengths;
  auto rows = TRY(connection.prepare("SELECT key, words FROM text_sizes WHERE key = ANY($1)"));
  rows.bind(keys);
  while (TRY(rows.step())) lengths.emplace(rows.integer(0), static_cast<double>(rows.integer(1)));
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
                   TextPlaces(indexed_memory(rows, 3)), lists);
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

Result<std::vector<Ranked>> PostgresSearch::bm25(const WordQuery& asked,
                                                 std::span<const std::int64_t> name_spaces,
                                                 std::size_t most) const {
  // How many hold a phrase is counted in all namespaces.
  const auto lists = TRY(held_lists(connection_, asked.phrases, {}, asked.terms));
  auto totals =
      TRY(connection_.prepare("SELECT count(*), coalesce(sum(words), 0)::bigint FROM text_sizes"));
  if (!TRY(totals.step()))
    return std::vector<Ranked>();
  const Bm25 bm25(static_cast<double>(totals.integer(0)), static_cast<double>(totals.integer(1)));
  std::unordered_map<Key, std::size_t> found;  // in how many phrases
  std::vector<Key> keys;
  for (const auto& list : lists)
    for (const auto& [name_space, posting] : list)
      if (is_named(name_space, name_spaces) && ++found[posting.key] == 1)
        keys.push_back(posting.key);
  if (keys.empty())
    return std::vector<Ranked>();
  const auto lengths = TRY(lengths_of(connection_, keys));
  std::unordered_map<Key, double> scores;
  for (const auto& list : lists) {
    const double idf = bm25.inverse_frequency(static_cast<double>(list.size()));
    for (const auto& [name_space, posting] : list) {
      const auto count = found.find(posting.key);
      const auto length = lengths.find(posting.key);
      if (count == found.end() || length == lengths.end() ||
          (asked.all && count->second < lists.size()))
        continue;
      scores[posting.key] += bm25.part(idf, posting.title + posting.body, length->second);
    }
  }
  std::vector<Ranked> ranked;
  for (const Key key : keys)
    if (const auto score = scores.find(key); score != scores.end())
      ranked.push_back({key, -score->second});
  keep_best(ranked, most);
  return ranked;
}

}  // namespace aim::store::postgres
