#include "store/sqlite/search/index_rules.h"

#include <algorithm>
#include <vector>

#include "store/sql/tables/meta.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/tables/memories.h"
#include "store/sqlite/tables/namespaces.h"
#include "store/sqlite/tables/titles.h"
#include "store/sqlite/vectors/vectors.h"

namespace aim::store::sqlite {
namespace {

// In meta: the key before that of the first memory that only waits.
constexpr std::string_view waiting_from = "waiting_from";
constexpr std::int64_t waiting_at_once = 2'048;  // memories that are held at a time

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

struct Entry {
  std::int64_t name_space, doc;
  const Memory* memory;
};

// The text index takes rising docs best. Above `sound`, passages are as they should be.
Result<void> index_all(Connection& connection, std::span<const Memory> memories, Key sound) {
  std::vector<Entry> entries;
  for (const Memory& memory : memories) {
    const std::int64_t name_space = TRY(name_space_number(connection, memory.name_space));
    entries.push_back({name_space, doc_of(name_space, memory), &memory});
  }
  std::ranges::sort(entries, {}, &Entry::doc);
  for (const auto& [name_space, doc, memory] : entries) {
    TRY_VOID(add_text(connection, doc, *memory));
    TRY_VOID(add_title(connection, name_space, *memory));
    if (memory->key <= sound)
      TRY_VOID(renew_passages(connection, name_space, *memory));
  }
  return {};
}

Result<void> all_are_indexed(Connection& connection) {
  TRY_VOID(clear_meta(connection, meta_indexed_to));
  return clear_meta(connection, waiting_from);
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
  TRY_VOID(clear_meta(connection, waiting_from));
  TRY_VOID(set_meta(connection, meta_indexed_to, 0));
  return 0;
}

Result<void> adopt_rules(Connection& connection) {
  TRY_VOID(set_meta(connection, meta_index_rules, rules_fingerprint()));
  return all_are_indexed(connection);
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

Result<bool> index_waiting(Connection& connection) {
  if (TRY(indexed_to(connection)) == all_indexed || TRY(is_behind(connection)))
    return false;
  while (TRY(reindex_some(connection, waiting_at_once)).left > 0) {
  }
  return true;
}

Result<Reindexed> reindex_some(Connection& connection, std::int64_t most) {
  Reindexed out;
  const Key from = TRY(indexed_to_for_change(connection));
  if (from == all_indexed)
    return out;
  const auto keys = TRY(keys_after(connection, from, most));
  const Key sound = TRY(is_behind(connection))
                        ? all_indexed
                        : TRY(meta_number(connection, waiting_from)).value_or(all_indexed);
  // First, so that what follows is not taken for an entry to come.
  if (keys.empty())
    TRY_VOID(all_are_indexed(connection));
  else
    TRY_VOID(set_meta(connection, meta_indexed_to, keys.back()));
  TRY_VOID(index_all(connection, TRY(by_keys(connection, keys)), sound));
  out.done = static_cast<std::int64_t>(keys.size());
  if (!keys.empty())
    out.left = TRY(connection.number("SELECT count(*) FROM memories WHERE key > ?1", keys.back()))
                   .value_or(0);
  if (!keys.empty() && out.left == 0)
    TRY_VOID(all_are_indexed(connection));
  return out;
}

}  // namespace aim::store::sqlite
