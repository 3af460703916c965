#include "store/postgres/search/index_rules.h"

#include "store/postgres/search/new_texts.h"
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

}  // namespace aim::store::postgres
