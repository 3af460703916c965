#include "store/sqlite/search/index_rules.h"

#include "store/sql/tables/changes.h"

namespace aim::store::sqlite {
namespace {

// In meta: the key before that of the first memory that only waits.
constexpr std::string_view waiting_from = "waiting_from";
// In meta: see index_build().
constexpr std::string_view index_builds = "index_build";

Result<bool> made_by_these_rules(Connection& connection) {
  return TRY(meta_number(connection, meta_index_rules)) == rules_fingerprint();
}

Result<void> count_build(Connection& connection) {
  return set_meta(connection, index_builds, TRY(index_build(connection)) + 1);
}

}  // namespace

Result<Key> indexed_to(Connection& connection) {
  if (!TRY(made_by_these_rules(connection)))
    return 0;
  return TRY(meta_number(connection, meta_indexed_to)).value_or(all_indexed);
}

Result<Key> indexed_to_for_change(Connection& connection) {
  if (TRY(made_by_these_rules(connection)))
    return indexed_to(connection);
  TRY_VOID(connection.run("INSERT INTO memory_text(memory_text) VALUES ('delete-all')"));
  TRY_VOID(count_build(connection));
  TRY_VOID(set_meta(connection, meta_index_rules, rules_fingerprint()));
  TRY_VOID(clear_meta(connection, waiting_from));
  TRY_VOID(set_meta(connection, meta_indexed_to, 0));
  return 0;
}

Result<std::int64_t> index_build(Connection& connection) {
  return TRY(meta_number(connection, index_builds)).value_or(0);
}

Result<void> adopt_rules(Connection& connection) {
  TRY_VOID(count_build(connection));
  TRY_VOID(set_meta(connection, meta_index_rules, rules_fingerprint()));
  return end_waiting(connection);
}

Result<void> end_waiting(Connection& connection) {
  TRY_VOID(clear_meta(connection, meta_indexed_to));
  return clear_meta(connection, waiting_from);
}

// A mark that another version has left behind lies above what is indexed.
Result<bool> is_behind(Connection& connection) {
  const Key indexed = TRY(indexed_to(connection));
  if (indexed == all_indexed)
    return false;
  if (!TRY(made_by_these_rules(connection)))
    return true;
  return TRY(meta_number(connection, waiting_from)).value_or(all_indexed) > indexed;
}

Result<void> begin_waiting(Connection& connection, Key first) {
  TRY_VOID(set_meta(connection, waiting_from, first - 1));
  return set_meta(connection, meta_indexed_to, first - 1);
}

Result<Key> outdated_to(Connection& connection) {
  if (TRY(is_behind(connection)))
    return all_indexed;
  return TRY(meta_number(connection, waiting_from)).value_or(all_indexed);
}

}  // namespace aim::store::sqlite
