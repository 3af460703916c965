#include "store/postgres/search/index_rules.h"

#include "store/sql/tables/changes.h"

namespace aim::store::postgres {
namespace {

// One question for both.
struct Rules {
  bool ours = false;
  bool none = false;  // nothing was ever indexed: the tables are new
  Key indexed_to = 0;
};
Result<Statement> rules_asked(Connection& connection) {
  auto row = TRY(connection.prepare(
      "SELECT max(value::bigint) FILTER (WHERE name = $1), max(value::bigint) FILTER (WHERE name = "
      "$2) FROM meta WHERE name IN ($1, $2)"));
  row.bind(meta_index_rules, meta_indexed_to);
  return row;
}
Result<Rules> rules_of(Connection& connection) {
  auto row = TRY(rules_asked(connection));
  if (!TRY(row.step()) || row.is_null(0))
    return Rules{false, true, all_indexed};
  if (row.integer(0) != rules_fingerprint())
    return Rules();
  return Rules{true, false, row.maybe_integer(1).value_or(all_indexed)};
}

const std::string fact = "indexed to";  // by our rules

Result<void> clear_texts(Connection& connection) {
  // Not TRUNCATE: a reader of the state before would find nothing.
  TRY_VOID(connection.run("DELETE FROM words"));
  TRY(take_new_texts(connection));
  return connection.run("DELETE FROM text_sizes");
}

}  // namespace

Result<Key> indexed_to(Connection& connection) {
  return TRY(rules_of(connection)).indexed_to;
}

Result<void> ask_for_rules(Connection& connection) {
  if (connection.facts().find(fact))
    return {};
  return connection.ask_ahead(TRY(rules_asked(connection)));
}

Result<Key> indexed_to_for_change(Connection& connection) {
  if (const auto known = connection.facts().find(fact))
    return *known;
  const Rules rules = TRY(rules_of(connection));
  if (rules.ours) {
    connection.facts().keep(fact, rules.indexed_to);
    return rules.indexed_to;
  }
  if (rules.none) {
    TRY_VOID(adopt_rules(connection));
    return all_indexed;
  }
  TRY_VOID(clear_texts(connection));
  TRY_VOID(set_meta(connection, meta_index_rules, rules_fingerprint()));
  TRY_VOID(set_meta(connection, meta_indexed_to, 0));
  connection.forget();
  return 0;
}

Result<void> adopt_rules(Connection& connection) {
  connection.forget();
  TRY_VOID(set_meta(connection, meta_index_rules, rules_fingerprint()));
  return clear_meta(connection, meta_indexed_to);
}

namespace {

const std::string newest_text = "last new text";

Result<Statement> last_place_asked(Connection& connection) {
  return connection.prepare("SELECT coalesce(max(place), -1) FROM new_texts WHERE key <> 0");
}
Result<std::int64_t> last_place(Connection& connection) {
  if (const auto known = connection.facts().find(newest_text))
    return *known;
  auto row = TRY(last_place_asked(connection));
  return TRY(row.step()) ? row.integer(0) : -1;
}

}  // namespace

Result<void> ask_for_places(Connection& connection) {
  if (connection.facts().find(newest_text))
    return {};
  return connection.ask_ahead(TRY(last_place_asked(connection)));
}

// Behind the last that waits: a place that a removed one left stays free until all are taken, which
// costs less than to look for it.
Result<bool> add_new_texts(Connection& connection, std::span<const NewText> texts) {
  std::int64_t last = TRY(last_place(connection));
  if (last + std::ssize(texts) >= max_new_texts)
    return false;
  std::vector<std::int64_t> places, keys, spaces, length_codes;
  std::vector<Bytes> words;
  for (const NewText& text : texts) {
    places.push_back(++last);
    keys.push_back(text.key);
    spaces.push_back(text.name_space);
    length_codes.push_back(text.length_code);
    words.push_back({text.words});
  }
  connection.facts().keep(newest_text, last);
  TRY_VOID(connection.run_later(
      "INSERT INTO new_texts(place, key, namespace, length_code, words) SELECT * FROM "
      "unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[]) "
      "ON CONFLICT (place) DO UPDATE SET key = excluded.key, namespace = excluded.namespace, "
      "length_code = excluded.length_code, words = excluded.words",
      places, keys, spaces, length_codes, std::span<const Bytes>(words)));
  return true;
}

Result<bool> remove_new_text(Connection& connection, Key key) {
  connection.forget();
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
  connection.forget();
  TRY_VOID(connection.run("UPDATE new_texts SET key = 0, words = ''::bytea WHERE key <> 0"));
  return texts;
}

}  // namespace aim::store::postgres
