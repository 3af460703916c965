#include "store/sqlite/tables/titles.h"

#include <algorithm>

#include "store/sql/titles.h"
#include "text/words.h"

namespace aim::store::sqlite {

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

}  // namespace aim::store::sqlite
