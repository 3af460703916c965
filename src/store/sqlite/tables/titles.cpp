#include "store/sqlite/tables/titles.h"

#include <algorithm>

#include "base/hash.h"
#include "text/words.h"

namespace aim::store::sqlite {
namespace {

constexpr std::int64_t newest_looked_at = 128;  // memories a word
constexpr std::size_t candidates_read = 24;     // titles compared in full

// 32 bits: four bytes in the table; a false match only adds a candidate, whose title is then compared in full.
std::int64_t word_number(std::string_view stem) {
  return static_cast<std::int64_t>(stable_hash(stem) & 0xffff'ffff);
}

std::size_t shared_words(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](const std::string& word) {
    return std::find(b.begin(), b.end(), word) != b.end();
  }));
}

}  // namespace

Result<void> add_title(Connection& connection, std::int64_t name_space, const Memory& memory) {
  for (const std::string& stem : text::significant_stems(memory.title))
    TRY_VOID(connection.run(
        "INSERT OR IGNORE INTO title_words(namespace, word, key) VALUES (?1, ?2, ?3)", name_space,
        word_number(stem), memory.key));
  return {};
}

Result<void> remove_title(Connection& connection, std::int64_t name_space, const Memory& memory) {
  for (const std::string& stem : text::significant_stems(memory.title))
    TRY_VOID(
        connection.run("DELETE FROM title_words WHERE namespace = ?1 AND word = ?2 AND key = ?3",
                       name_space, word_number(stem), memory.key));
  return {};
}

Result<std::vector<SimilarTitle>> similar_titles(Connection& connection,
                                                 std::string_view name_space,
                                                 std::string_view title, Key except, Time now,
                                                 std::size_t limit) {
  const auto stems = text::significant_stems(title);
  const auto number =
      TRY(connection.number("SELECT number FROM namespaces WHERE name = ?1", name_space));
  std::vector<SimilarTitle> similar;
  if (!number || stems.empty())
    return similar;
  std::vector<Key> keys;
  {
    auto statement =
        TRY(connection.prepare("SELECT key FROM title_words WHERE namespace = ?1 AND "
                               "word = ?2 ORDER BY key DESC LIMIT ?3"));
    for (const std::string& stem : stems) {
      statement.bind(*number, word_number(stem), newest_looked_at);
      while (TRY(statement.step())) keys.push_back(statement.integer(0));
      statement.rewind();
    }
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
  auto statement = TRY(connection.prepare(
      "SELECT id, title FROM memories WHERE key = ?1 AND (expires_at IS NULL OR expires_at > ?2)"));
  for (const auto& [count, key] : candidates) {
    statement.bind(key, now.time_since_epoch().count());
    if (TRY(statement.step()) && similar.size() < limit) {
      const auto others = text::significant_stems(statement.text(1));
      const std::size_t shared = shared_words(stems, others);
      const std::size_t longer = std::max(stems.size(), others.size());
      if (shared * 2 >= longer)
        similar.push_back(
            {key, statement.string(0), static_cast<double>(shared) / static_cast<double>(longer)});
    }
    statement.rewind();
  }
  return similar;
}

}  // namespace aim::store::sqlite
