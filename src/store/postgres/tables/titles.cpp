#include "store/postgres/tables/titles.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "text/words.h"

namespace aim::store::postgres {
namespace {

constexpr std::int64_t newest_looked_at = 128;  // memories a word
constexpr std::int64_t candidates_read = 24;    // titles compared in full

// 32 bits: four bytes in the table; a false match only adds a candidate, whose title is then
// compared in full.
std::int64_t word_number(std::string_view stem) {
  return static_cast<std::int64_t>(stable_hash(stem) & 0xffff'ffff);
}

std::size_t shared_words(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](const std::string& word) {
    return std::find(b.begin(), b.end(), word) != b.end();
  }));
}

}  // namespace

Result<void> add_titles(Connection& connection, std::span<const Numbered> memories) {
  // In the order of the table's index, so that each place in it is passed once.
  std::vector<std::array<std::int64_t, 3>> rows;
  for (const auto& [name_space, memory] : memories)
    for (const std::string& stem : text::significant_stems(memory->title))
      rows.push_back({name_space, word_number(stem), memory->key});
  if (rows.empty())
    return {};
  std::ranges::sort(rows);
  const auto same = std::ranges::unique(rows);  // two words may have one number
  rows.erase(same.begin(), same.end());
  std::vector<std::int64_t> spaces, words, keys;
  for (const auto& [space, word, key] : rows) {
    spaces.push_back(space);
    words.push_back(word);
    keys.push_back(key);
  }
  return connection.run_later(
      "INSERT INTO title_words(namespace, word, key) SELECT * FROM unnest($1::bigint[], "
      "$2::bigint[], $3::bigint[])",
      spaces, words, keys);
}

Result<void> remove_titles(Connection& connection, std::span<const Key> keys) {
  return connection.run_later("DELETE FROM title_words WHERE key = ANY($1)", keys);
}

Result<std::vector<SimilarTitle>> similar_titles(Connection& connection,
                                                 std::string_view name_space,
                                                 std::string_view title, Key except, Time now,
                                                 std::size_t limit) {
  const auto stems = text::significant_stems(title);
  std::vector<SimilarTitle> similar;
  if (stems.empty())
    return similar;
  std::vector<std::int64_t> words;
  for (const std::string& stem : stems) words.push_back(word_number(stem));
  // LIMIT 1: by the index, whatever the server thinks how many there are.
  auto statement = TRY(connection.prepare(
      "SELECT m.id, m.title, c.key FROM (SELECT t.key, count(*) AS shared FROM unnest($2) "
      "wanted(word) CROSS JOIN LATERAL (SELECT key FROM title_words w WHERE w.namespace = (SELECT "
      "number FROM namespaces WHERE name = $1) AND w.word = wanted.word ORDER BY key DESC LIMIT "
      "$3) "
      "t WHERE t.key <> $4 GROUP BY t.key HAVING count(*) * 2 >= cardinality($2) ORDER BY 2 DESC, "
      "1 DESC LIMIT $5) c CROSS JOIN LATERAL (SELECT id, title, expires_at FROM memories WHERE key "
      "= c.key LIMIT 1) m WHERE m.expires_at IS NULL OR m.expires_at > $6 ORDER BY c.shared DESC, "
      "c.key DESC"));
  statement.bind(name_space, words, newest_looked_at, except, candidates_read,
                 now.time_since_epoch().count());
  while (similar.size() < limit && TRY(statement.step())) {
    const auto others = text::significant_stems(statement.text(1));
    const std::size_t shared = shared_words(stems, others);
    const std::size_t longer = std::max(stems.size(), others.size());
    if (shared * 2 >= longer)
      similar.push_back({statement.integer(2), statement.string(0),
                         static_cast<double>(shared) / static_cast<double>(longer)});
  }
  return similar;
}

}  // namespace aim::store::postgres
