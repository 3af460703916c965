#include "store/sqlite/search/index_rules.h"

#include <vector>

#include "store/sqlite/search/text_index.h"
#include "store/sqlite/tables/memories.h"
#include "store/sqlite/tables/meta.h"
#include "store/sqlite/tables/namespaces.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

Result<bool> made_by_these_rules(Connection& connection) {
  return TRY(meta_number(connection, meta_index_rules)) == rules_fingerprint();
}

Result<std::vector<Key>> keys_after(Connection& connection, Key after, std::int64_t most) {
  auto statement =
      TRY(connection.prepare("SELECT key FROM memories WHERE key > ?1 ORDER BY key LIMIT ?2"));
  statement.bind(after, most);
  std::vector<Key> keys;
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  return keys;
}

Result<void> index_one(Connection& connection, const Memory& memory) {
  const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
  TRY_VOID(add_text(connection, doc_of(name_space, memory), memory));
  TRY_VOID(add_title(connection, name_space, memory));
  return renew_passages(connection, name_space, memory);
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
  TRY_VOID(set_meta(connection, meta_index_rules, rules_fingerprint()));
  TRY_VOID(set_meta(connection, meta_indexed_to, 0));
  return 0;
}

Result<void> adopt_rules(Connection& connection) {
  TRY_VOID(set_meta(connection, meta_index_rules, rules_fingerprint()));
  return clear_meta(connection, meta_indexed_to);
}

Result<Reindexed> reindex_some(Connection& connection, std::int64_t most) {
  Reindexed out;
  const Key from = TRY(indexed_to_for_change(connection));
  if (from == all_indexed)
    return out;
  const auto keys = TRY(keys_after(connection, from, most));
  // First, so that what follows is not taken for an entry to come.
  if (keys.empty())
    TRY_VOID(clear_meta(connection, meta_indexed_to));
  else
    TRY_VOID(set_meta(connection, meta_indexed_to, keys.back()));
  for (const Memory& memory : TRY(by_keys(connection, keys)))
    TRY_VOID(index_one(connection, memory));
  out.done = static_cast<std::int64_t>(keys.size());
  if (!keys.empty())
    out.left = TRY(connection.number("SELECT count(*) FROM memories WHERE key > ?1", keys.back()))
                   .value_or(0);
  if (!keys.empty() && out.left == 0)
    TRY_VOID(clear_meta(connection, meta_indexed_to));
  return out;
}

}  // namespace aim::store::sqlite
