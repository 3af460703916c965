#include "store/sqlite/repair/probe.h"

#include "store/sql/search.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/text_index.h"
#include "text/words.h"

namespace aim::store::sqlite {
namespace {

// A token of the title that the index must hold; empty when the title has none.
std::string token_of(std::string_view title) {
  for (const text::QueryWord& word : text::query_words(title))
    if (!word.parts.empty() && !text::is_filler(word.parts.front()))
      return word.parts.front();
  return {};
}

// The newest memory of those that are in the text index is found there.
Result<void> probe_text(Connection& connection) {
  auto newest =
      TRY(connection.prepare("SELECT namespace, key, length_code, title FROM memories WHERE key <= "
                             "?1 ORDER BY key DESC LIMIT 1"));
  newest.bind(TRY(indexed_to(connection)));
  if (!TRY(newest.step()))
    return {};
  const std::int64_t doc =
      Doc::pack(newest.integer(0), newest.integer(1), static_cast<int>(newest.integer(2)));
  const std::string token = token_of(newest.text(3));
  if (!TRY(connection.number("SELECT 1 FROM memory_text_docsize WHERE id = ?1", doc)))
    return Failure(database_error("the newest memory is not in the text index"));
  if (token.empty())
    return {};
  const Phrase phrase{token};
  if (!TRY(connection.number("SELECT 1 FROM memory_text WHERE memory_text MATCH ?1 AND rowid = ?2",
                             sql::expression_of({{&phrase, 1}}), doc)))
    return Failure(
        database_error("the text index does not find the newest memory by a word of its title"));
  return {};
}

}  // namespace

Result<void> probe(Connection& connection) {
  const auto counted = TRY(connection.number("SELECT sum(memories) FROM namespaces")).value_or(0);
  if (!TRY(connection.number("SELECT 1 FROM memories LIMIT 1"))) {
    if (counted != 0)
      return Failure(database_error("memories are counted, and none is there"));
    return {};
  }
  if (counted <= 0)
    return Failure(database_error("a memory is there, and none is counted"));
  return probe_text(connection);
}

}  // namespace aim::store::sqlite
