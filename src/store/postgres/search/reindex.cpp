#include <vector>

#include "store/postgres/new_memories.h"
#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/search/text_index.h"
#include "store/sql/memories.h"
#include "store/sql/tables/changes.h"

namespace aim::store::postgres {
namespace {

Result<void> index_all(Connection& connection, const std::vector<Memory>& memories) {
  std::vector<sql::Numbered> numbered;
  std::vector<Key> keys;
  for (const Memory& memory : memories) {
    const std::int64_t name_space = TRY(sql::name_space_number(connection, memory.name_space));
    numbered.push_back({name_space, &memory});
    keys.push_back(memory.key);
    TRY_VOID(PostgresSearch(connection).renew_passages(memory));
  }
  TRY_VOID(remove_titles(connection, keys));
  TRY_VOID(add_titles(connection, numbered));
  return index_texts(connection, numbered);
}

}  // namespace

Result<std::int64_t> PostgresSearch::outdated_texts() const {
  const Key indexed = TRY(indexed_to(connection_));
  return indexed == all_indexed ? 0 : TRY(count_after(indexed));
}

Result<Reindexed> PostgresSearch::reindex_texts(std::int64_t most) {
  Reindexed out;
  const Key from = TRY(indexed_to_for_change(connection_));
  if (from == all_indexed)
    return out;
  const auto keys = TRY(keys_after(from, most));
  // First, so that what follows is not taken for an entry to come.
  if (keys.empty())
    TRY_VOID(clear_meta(connection_, meta_indexed_to));
  else
    TRY_VOID(set_meta(connection_, meta_indexed_to, keys.back()));
  connection_.forget();
  TRY_VOID(index_all(connection_, TRY(sql::memories_by_keys(connection_, keys))));
  out.done = static_cast<std::int64_t>(keys.size());
  if (!keys.empty())
    out.left = TRY(count_after(keys.back()));
  if (!keys.empty() && out.left == 0)
    TRY_VOID(clear_meta(connection_, meta_indexed_to));
  return out;
}

}  // namespace aim::store::postgres
