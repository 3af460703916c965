#include "store/postgres/search/new_texts.h"

namespace aim::store::postgres {

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
      "WITH t AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[]) WITH "
      "ORDINALITY AS u(key, namespace, length_code, words, n)), "
      "f AS MATERIALIZED (SELECT place, row_number() OVER (ORDER BY place) AS n FROM "
      "generate_series(0, $5 - 1) place WHERE place NOT IN (SELECT place FROM new_texts WHERE key "
      "<> 0)) "
      "INSERT INTO new_texts(place, key, namespace, length_code, words) SELECT f.place, t.key, "
      "t.namespace, t.length_code, t.words FROM t JOIN f ON f.n = t.n WHERE (SELECT count(*) FROM "
      "f) >= cardinality($1) ON CONFLICT (place) DO UPDATE SET key = excluded.key, namespace = "
      "excluded.namespace, length_code = excluded.length_code, words = excluded.words",
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
