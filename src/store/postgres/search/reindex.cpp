#include "store/postgres/search/reindex.h"

#include <vector>

#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/passages.h"
#include "store/postgres/search/text_index.h"
#include "store/postgres/tables/memories.h"
#include "store/postgres/tables/namespaces.h"
#include "store/postgres/tables/titles.h"
#include "store/sql/tables/meta.h"

namespace aim::store::postgres {
namespace {

Result<std::vector<Key>> keys_after(Connection& connection, Key after, std::int64_t most) {
  auto rows =
      TRY(connection.prepare("SELECT key FROM memories WHERE key > $1 ORDER BY key LIMIT $2"));
  rows.bind(after, most);
  std::vector<Key> keys;
  while (TRY(rows.step())) keys.push_back(rows.integer(0));
  return keys;
}

Result<std::int64_t> count_after(Connection& connection, Key key) {
  return TRY(connection.number("SELECT count(*) FROM memories WHERE key > $1", key)).value_or(0);
}

Result<void> index_all(Connection& connection, const std::vector<Memory>& memories) {
  std::vector<Numbered> numbered;
  std::vector<Key> keys;
  for (const Memory& memory : memories) {
    const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
    numbered.push_back({name_space, &memory});
    keys.push_back(memory.key);
    TRY_VOID(renew_passages(connection, name_space, memory));
  }
  TRY_VOID(remove_titles(connection, keys));
  TRY_VOID(add_titles(connection, numbered));
  return index_texts(connection, numbered);
}

}  // namespace

Result<std::int64_t> count_outdated(Connection& connection) {
  const Key indexed = TRY(indexed_to(connection));
  return indexed == all_indexed ? 0 : TRY(count_after(connection, indexed));
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
  connection.forget();
  TRY_VOID(index_all(connection, TRY(by_keys(connection, keys))));
  out.done = static_cast<std::int64_t>(keys.size());
  if (!keys.empty())
    out.left = TRY(count_after(connection, keys.back()));
  if (!keys.empty() && out.left == 0)
    TRY_VOID(clear_meta(connection, meta_indexed_to));
  return out;
}

}  // namespace aim::store::postgres
