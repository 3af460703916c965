#include <algorithm>
#include <span>
#include <vector>

#include "store/sql/memories.h"
#include "store/sql/namespaces.h"
#include "store/sql/tables/meta.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/search/waiting_texts.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

constexpr std::int64_t waiting_at_once = 2'048;  // memories that are held at a time

struct Entry {
  std::int64_t name_space, doc;
  const Memory* memory;
};

// The text index takes rising docs best. Above `outdated`, passages are as they should be.
Result<void> index_all(Connection& connection, std::span<const Memory> memories, Key outdated) {
  std::vector<Entry> entries;
  for (const Memory& memory : memories) {
    const std::int64_t name_space = TRY(sql::name_space_number(connection, memory.name_space));
    entries.push_back({name_space, doc_of(name_space, memory), &memory});
  }
  std::ranges::sort(entries, {}, &Entry::doc);
  for (const auto& [name_space, doc, memory] : entries) {
    TRY_VOID(add_text(connection, doc, *memory));
    TRY_VOID(add_title(connection, name_space, *memory));
    if (memory->key <= outdated)
      TRY_VOID(SqliteSearch(connection).renew_passages(*memory));
  }
  return {};
}

}  // namespace

Result<bool> index_waiting(Connection& connection) {
  if (TRY(indexed_to(connection)) == all_indexed || TRY(is_behind(connection)))
    return false;
  while (TRY(SqliteSearch(connection).reindex_texts(waiting_at_once)).left > 0) {
  }
  return true;
}

Result<void> index_if_many_wait(Connection& connection) {
  if (TRY(many_wait(connection)))
    TRY(index_waiting(connection));
  return {};
}

Result<Reindexed> SqliteSearch::reindex_texts(std::int64_t most) {
  Reindexed out;
  const Key from = TRY(indexed_to_for_change(connection_));
  if (from == all_indexed)
    return out;
  const auto keys = TRY(keys_after(from, most));
  const Key outdated = TRY(outdated_to(connection_));
  // First, so that what follows is not taken for an entry to come.
  if (keys.empty())
    TRY_VOID(end_waiting(connection_));
  else
    TRY_VOID(set_meta(connection_, meta_indexed_to, keys.back()));
  TRY_VOID(index_all(connection_, TRY(sql::memories_by_keys(connection_, keys)), outdated));
  out.done = static_cast<std::int64_t>(keys.size());
  if (!keys.empty())
    out.left = TRY(count_after(keys.back()));
  if (!keys.empty() && out.left == 0)
    TRY_VOID(end_waiting(connection_));
  return out;
}

Result<std::int64_t> SqliteSearch::outdated_texts() const {
  if (!TRY(is_behind(connection_)))
    return 0;
  return count_after(TRY(indexed_to(connection_)));
}

Result<void> SqliteSearch::merge_text_index() {
  TRY(index_waiting(connection_));
  return connection_.run("INSERT INTO memory_text(memory_text) VALUES ('optimize')");
}

}  // namespace aim::store::sqlite
