#include "store/postgres/tables/titles.h"

#include <algorithm>

#include "base/hash.h"
#include "text/words.h"

namespace aim::store::postgres {
namespace {

constexpr std::int64_t newest_looked_at = 128;  // memories a word
constexpr std::size_t candidates_read = 24;     // titles compared in full

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
  std::vector<std::int64_t> spaces, words, keys;
  for (const auto& [name_space, memory] : memories)
    for (const std::string& stem : text::significant_stems(memory->title)) {
      spaces.push_back(name_space);
      words.push_back(word_number(stem));
      keys.push_back(memory->key);
    }
  if (words.empty())
    return {};
  return connection.run_later(
      "INSERT INTO title_words(namespace, word, key) SELECT * FROM unnest($1::bigint[], "
      "$2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING",
      spaces, words, keys);
}

Result<void> remove_title(Connection& connection, const Memory& memory) {
  return connection.run_later("DELETE FROM title_words WHERE key = $1", memory.key);
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
  std::vector<Key> keys;
  {
    auto statement = TRY(connection.prepare(
        "SELECT t.key FROM unnest($2) wanted(word) CROSS JOIN LATERAL (SELECT key FROM "
        "title_words w WHERE w.namespace = (SELECT number FROM namespaces WHERE name = $1) AND "
        "w.word = wanted.word ORDER BY key DESC LIMIT $3) t"));
    statement.bind(name_space, words, newest_looked_at);
    while (TRY(statement.step())) keys.push_back(statement.integer(0));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::pair<std::size_t, Key>> candidates;
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    if (keys[begin] != except && (end - begin) * 2 >= stems.size())
      candidates.emplace_back(end - begin, keys[begin]);
  }
  std::sort(candidates.rbegin(), candidates.rend());
  candidates.resize(std::min(candidates.size(), candidates_read));
  std::vector<Key> wanted;
  for (const auto& [count, key] : candidates) wanted.push_back(key);
  if (wanted.empty())
    return similar;
  auto statement = TRY(connection.prepare(
      "SELECT m.id, m.title, m.key FROM unnest($1) WITH ORDINALITY w(key, place) JOIN memories m "
      "ON "
      "m.key = w.key WHERE m.expires_at IS NULL OR m.expires_at > $2 ORDER BY place"));
  statement.bind(wanted, now.time_since_epoch().count());
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
