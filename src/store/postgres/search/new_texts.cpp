#include "store/postgres/search/new_texts.h"

namespace aim::store::postgres {

Result<bool> add_new_text(Connection& connection, const NewText& text) {
  // A free place, else a new one.
  const auto place = TRY(connection.number(
      "WITH f AS (SELECT min(place) AS place FROM new_texts WHERE key = 0), n AS (SELECT count(*) "
      "AS place FROM new_texts) INSERT INTO new_texts(place, key, namespace, length_code, words) "
      "SELECT coalesce(f.place, n.place), $1, $2, $3, $4 FROM f, n WHERE coalesce(f.place, "
      "n.place) "
      "< $5 ON CONFLICT (place) DO UPDATE SET key = excluded.key, namespace = excluded.namespace, "
      "length_code = excluded.length_code, words = excluded.words RETURNING place",
      text.key, text.name_space, text.length_code, Bytes{text.words}, max_new_texts));
  return place.has_value();
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
