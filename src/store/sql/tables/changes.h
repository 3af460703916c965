// The change sequence (S21): one rising number over all changes and deletions, so that whoever
// knows a number can ask what came after it.
#pragma once
#include "memory/memory.h"
#include "store/sql/connection.h"

namespace aim::store::sql {

Result<std::int64_t> last_change(Connection& connection);
// The next number; belongs to the caller's transaction, and no other gets one before it ends.
Result<std::int64_t> next_change(Connection& connection);

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now);

}  // namespace aim::store::sql
