#include "store/postgres/new_memories.h"
#include "store/postgres/search/index_rules.h"
#include "store/postgres/search/postgres_search.h"
#include "store/postgres/search/text_index.h"
#include "store/sql/tables/changes.h"

namespace aim::store::postgres {
namespace {

Result<void> index_all(Connection& connection, std::span<const Memory> memories) {
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
  const Key from = TRY(indexed_to_for_change(connection_));
  if (from == all_indexed)
    return Reindexed();
  return index_next(
      from, most,
      [&](std::span<const Memory> memories) {
        connection_.forget();
        return index_all(connection_, memories);
      },
      [&] {
        connection_.forget();
        return clear_meta(connection_, meta_indexed_to);
      });
}

}  // namespace aim::store::postgres
