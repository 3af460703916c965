// The change sequence (S21): one rising number over all changes and deletions, so that whoever knows a number can ask
// what came after it. Deletions leave tombstones, which keep the sequence from going back.
#pragma once
#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// The next number; belongs to the caller's transaction.
Result<std::int64_t> next_change(Connection& connection);

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now);

}  // namespace aim::store
