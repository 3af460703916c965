// The rows of memories, with everything that must change with them: text index, tags, title words,
// counts, tombstones. Every function runs inside the caller's read() or write(); those that change
// rows need write().
// Knows: rows. Must not know: who wins an upsert, when a memory expires (memory/).
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "memory/filter.h"
#include "memory/memory.h"
#include "store/memories.h"
#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

Result<std::optional<Memory>> find_by_id(Connection& connection, std::string_view id);
Result<std::optional<Memory>> find_by_title(Connection& connection, std::string_view name_space,
                                            std::string_view title);
Result<std::vector<std::string>> ids_with_prefix(Connection& connection, std::string_view prefix,
                                                 std::size_t limit);
Result<std::vector<Memory>> by_keys(Connection& connection, std::span<const Key> keys);

Result<void> insert(Connection& connection, Memory& memory);
// Its row with its use and tags, and nothing else.
Result<void> insert_row(Connection& connection, std::int64_t name_space, std::int64_t doc,
                        const Memory& memory);
Result<void> replace(Connection& connection, const Memory& old, const Memory& fresh);
Result<void> replace_life(Connection& connection, const Memory& memory);
Result<void> erase(Connection& connection, const Memory& memory, Time now);

Result<std::vector<Memory>> list(Connection& connection, const Filter& filter, Time now, Page page);
Result<std::vector<Memory>> recent(Connection& connection, const Filter& filter, Time now,
                                   std::int64_t limit);
Result<std::vector<Memory>> matching(Connection& connection, const Filter& filter,
                                     std::int64_t limit, Key after);

Result<std::vector<Memory>> expired(Connection& connection, Time now, std::int64_t limit);
Result<std::int64_t> count_expired(Connection& connection, Time now);

Result<void> each_memory(Connection& connection,
                         const std::function<Result<void>(const Memory&)>& take);

}  // namespace aim::store::sqlite
