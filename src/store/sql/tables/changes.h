// The change sequence (S21): one rising number over all changes and deletions, so that whoever
// knows a number can ask what came after it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/changes.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::int64_t> last_change(Connection& connection);
// The number before the first change of a memory after `time`; nothing when none was changed since.
Result<std::optional<std::int64_t>> before_changes_since(Connection& connection, Time time);
// The next number; belongs to the caller's transaction, and no other gets one before it ends.
Result<std::int64_t> next_change(Connection& connection);

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now);

Result<std::vector<ChangeRow>> changes_after(Connection& connection, std::int64_t after,
                                             std::int64_t limit);

}  // namespace aim::store::sql
