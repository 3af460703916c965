#include "store/postgres/search/new_texts.h"

namespace aim::store::postgres {

// Behind the last that waits: a place that a removed one left stays free until all are taken, which
// costs less than to look for it.
Result<bool> add_new_texts(Connection& connection, std::span<const NewText> texts) {
  std::vector<std::int64_t> keys, spaces, length_codes;
  std::vector<Bytes> words;
  for (const NewText& text : texts) {
    keys.push_back(text.key);
    spaces.push_back(text.name_space);
    length_codes.push_back(text.length_code);
    words.push_back({text.words});
  }
  TRY_VOID(connection.run(
      "INSERT INTO new_texts(place, key, namespace, length_code, words) SELECT e.place + t.n, "
      "t.key, t.namespace, t.length_code, t.words FROM (SELECT coalesce(max(place), -1) AS place "
      "FROM new_texts WHERE key <> 0) e, unnest($1::bigint[], $2::bigint[], $3::bigint[], "
      "$4::bytea[]) WITH ORDINALITY AS t(key, namespace, length_code, words, n) "
      "WHERE e.place + cardinality($1) < $5 ON CONFLICT (place) DO UPDATE SET key = excluded.key, "
      "namespace = excluded.namespace, length_code = excluded.length_code, words = excluded.words",
      keys, spaces, length_codes, std::span<const Bytes>(words), max_new_texts));
  return connection.changes() == std::ssize(texts);
}

Result<bool> remove_new_text(Connection& connection, Key key) {
  const auto place = TRY(connection.number(
      "UPDATE new_texts SET key = 0, words = ''::bytea WHERE key = $1 AND key <> 0 RETURNING place",
      key));
  return place.has_value();
}

Result<std::vector<NewText>> take_new_texts(Connection& connection) {
  std::vector<NewText> texts;
  auto rows = TRY(connection.prepare(
      "SELECT key, namespace, length_code, words FROM new_texts WHERE key <> 0 ORDER BY key"));
  while (TRY(rows.step()))
    texts.push_back(
        {rows.integer(0), rows.integer(1), static_cast<int>(rows.integer(2)), rows.string(3)});
  TRY_VOID(connection.run("UPDATE new_texts SET key = 0, words = ''::bytea WHERE key <> 0"));
  return texts;
}

}  // namespace aim::store::postgres
