// The rows of memories, with everything that must change with them: text index, tags, title words, counts, tombstones.
// Every function runs inside the caller's read() or write(); those that change rows need write().
// Knows: rows. Must not know: who wins an upsert, when a memory expires (memory/).
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "memory/filter.h"
#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

Result<std::optional<Memory>> find_by_id(Connection& connection, std::string_view id);
Result<std::optional<Memory>> find_by_title(Connection& connection, std::string_view name_space,
                                            std::string_view title);
// Ids that begin so, in order, at most `limit`.
Result<std::vector<std::string>> ids_with_prefix(Connection& connection, std::string_view prefix,
                                                 std::size_t limit);
// In the order of `keys`; keys that are gone are left out.
Result<std::vector<Memory>> by_keys(Connection& connection, std::span<const Key> keys);

// What ranking looks at before it reads a memory in full: a Memory without texts, source, metadata and use.
Result<std::optional<Memory>> signals_of(Connection& connection, Key key);
Result<std::string> title_of(Connection& connection, Key key);

// Gives key and change number; id, title and namespace must be new.
Result<void> insert(Connection& connection, Memory& memory);
// Rewrites the row of old.key. Text index and title words are touched only where the text or namespace differs.
Result<void> replace(Connection& connection, const Memory& old, const Memory& fresh);
// What a use of the memory changes, without its text: tier, expiry, reinforcement, updated_at.
Result<void> replace_life(Connection& connection, const Memory& memory);
// Removes it, its links and its use; leaves a tombstone, and a line in each memory that reflects on it.
Result<void> erase(Connection& connection, const Memory& memory, Time now);

struct Page {
  std::int64_t limit = 20, offset = 0;
};
// By shown priority, then updated_at, both descending. Expired memories are hidden.
Result<std::vector<Memory>> list(Connection& connection, const Filter& filter, Time now, Page page);
// Most recently used first: by last access, those never used after them, last changed first.
Result<std::vector<Memory>> recently_used(Connection& connection, const Filter& filter, Time now,
                                          std::int64_t limit);
// By age.
Result<std::vector<Memory>> matching(Connection& connection, const Filter& filter, std::int64_t limit,
                                     Key after);

// For filters: keys by tag, of reflections, and by time of creation (both bounds included).
Result<std::vector<Key>> keys_with_tag(Connection& connection, std::string_view tag);
Result<std::vector<Key>> keys_of_reflections(Connection& connection);
Result<std::vector<Key>> keys_created_between(Connection& connection, std::optional<Time> since,
                                              std::optional<Time> until);

// Memories that have expired, oldest expiry first.
Result<std::vector<Memory>> expired(Connection& connection, Time now, std::int64_t limit);
Result<std::int64_t> count_expired(Connection& connection, Time now);

// Every memory, created_at ascending; those of one moment by namespace, so that an import, which writes namespace by
// namespace (A10), leaves the order as it was.
Result<void> each_memory(Connection& connection, const std::function<Result<void>(const Memory&)>& take);

// Does a memory pass? (`filter.name_space` is not looked at.)
bool passes(const Memory& memory, const Filter& filter, Time now);

}  // namespace aim::store
