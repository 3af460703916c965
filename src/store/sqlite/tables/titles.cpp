#include "store/sqlite/tables/titles.h"

#include <unordered_map>

#include "store/sql/memory_row.h"
#include "store/sqlite/search/index_rules.h"
#include "text/words.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t titles_kept = 256;  // of those that wait, a thread

std::vector<std::int64_t> word_numbers(const std::vector<std::string>& stems) {
  std::vector<std::int64_t> numbers;
  for (const std::string& stem : stems) numbers.push_back(sql::title_word(stem));
  return numbers;
}

// Those of a title that is asked for again and again: as long as its memory waits, by each store.
const std::vector<std::int64_t>& numbers_of_title(std::string_view title) {
  thread_local std::unordered_map<std::string, std::vector<std::int64_t>> kept;
  if (kept.size() > titles_kept)
    kept.clear();
  const auto [at, is_new] = kept.try_emplace(std::string(title));
  if (is_new)
    at->second = word_numbers(text::significant_stems(title));
  return at->second;
}

// Keys of memories that hold words of a title, a key for each word; of each word the newest ones.
class Holders {
 public:
  Holders(Connection& connection, std::int64_t name_space, const std::vector<std::string>& stems)
      : connection_(connection),
        name_space_(name_space),
        words_(word_numbers(stems)),
        left_(words_.size(), sql::newest_looked_at) {}

  Result<std::vector<Key>> find() {
    TRY_VOID(look_at_waiting());
    TRY_VOID(look_at_index());
    return std::move(keys_);
  }

 private:
  // They are the newest ones, and their words are not in the table yet.
  Result<void> look_at_waiting() {
    const Key indexed = TRY(indexed_to(connection_));
    if (indexed == all_indexed)
      return {};
    auto rows = TRY(connection_.prepare(
        "SELECT key, namespace, title FROM memories WHERE key > ?1 ORDER BY key DESC LIMIT ?2"));
    rows.bind(indexed, sql::newest_looked_at);
    while (TRY(rows.step())) {
      before_ = rows.integer(0);
      if (rows.integer(1) != name_space_)
        continue;
      const auto& here = numbers_of_title(rows.text(2));
      for (std::size_t i = 0; i < words_.size(); ++i)
        if (std::ranges::find(here, words_[i]) != here.end()) {
          keys_.push_back(before_);
          --left_[i];
        }
    }
    return {};
  }

  Result<void> look_at_index() {
    auto rows =
        TRY(connection_.prepare("SELECT key FROM title_words WHERE namespace = ?1 AND "
                                "word = ?2 AND key < ?3 ORDER BY key DESC LIMIT ?4"));
    for (std::size_t i = 0; i < words_.size(); ++i) {
      rows.bind(name_space_, words_[i], before_, left_[i]);
      while (TRY(rows.step())) keys_.push_back(rows.integer(0));
      rows.rewind();
    }
    return {};
  }

  Connection& connection_;
  const std::int64_t name_space_;
  const std::vector<std::int64_t> words_;
  std::vector<std::int64_t> left_;  // how many more of each word
  Key before_ = all_indexed;        // the index is asked for keys below
  std::vector<Key> keys_;
};

}  // namespace

Result<void> add_title(Connection& connection, std::int64_t name_space, const Memory& memory) {
  std::vector<TitleWord> words;
  for (const std::string& stem : text::significant_stems(memory.title))
    words.push_back({name_space, sql::title_word(stem), memory.key});
  return add_title_words(connection, words);
}

Result<void> add_title_words(Connection& connection, std::span<TitleWord> words) {
  std::ranges::sort(words);
  auto statement = TRY(connection.prepare(
      "INSERT OR IGNORE INTO title_words(namespace, word, key) VALUES (?1, ?2, ?3)"));
  for (const auto& [name_space, word, key] : words) {
    statement.bind(name_space, word, key);
    TRY_VOID(statement.run());
    statement.rewind();
  }
  return {};
}

Result<void> remove_title(Connection& connection, std::int64_t name_space, const Memory& memory) {
  for (const std::string& stem : text::significant_stems(memory.title))
    TRY_VOID(
        connection.run("DELETE FROM title_words WHERE namespace = ?1 AND word = ?2 AND key = ?3",
                       name_space, sql::title_word(stem), memory.key));
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
  std::vector<Key> keys = TRY(Holders(connection, *number, stems).find());
  std::sort(keys.begin(), keys.end());
  std::vector<std::pair<std::size_t, Key>> candidates;
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    if (keys[begin] != except && (end - begin) * 2 >= stems.size())
      candidates.emplace_back(end - begin, keys[begin]);
  }
  std::sort(candidates.rbegin(), candidates.rend());
  candidates.resize(std::min(candidates.size(), sql::titles_compared));
  auto statement = TRY(connection.prepare(
      "SELECT id, title FROM memories WHERE key = ?1 AND (expires_at IS NULL OR expires_at > ?2)"));
  for (const auto& [count, key] : candidates) {
    if (similar.size() == limit)
      break;
    statement.bind(key, now.time_since_epoch().count());
    if (TRY(statement.step())) {
      if (const auto share = sql::shared_by_title(stems, statement.text(1)))
        similar.push_back({key, statement.string(0), *share});
    }
    statement.rewind();
  }
  return similar;
}

}  // namespace aim::store::sqlite
