#include "store/postgres/tables/titles.h"

#include <algorithm>
#include <array>

#include "store/sql/titles.h"
#include "text/words.h"

namespace aim::store::postgres {

Result<void> add_titles(Connection& connection, std::span<const Numbered> memories) {
  // In the order of the table's index, so that each place in it is passed once.
  std::vector<std::array<std::int64_t, 3>> rows;
  for (const auto& [name_space, memory] : memories)
    for (const std::string& stem : text::significant_stems(memory->title))
      rows.push_back({name_space, sql::title_word(stem), memory->key});
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

}  // namespace aim::store::postgres
