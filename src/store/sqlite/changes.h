// The change sequence (S21): one rising number over all changes and deletions, so that whoever knows a number can ask
// what came after it. Deletions leave tombstones, which keep the sequence from going back.
#pragma once
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// The number of the last change or deletion; 0 when there never was one.
Result<std::int64_t> last_change(Connection& connection);
// The next number; belongs to the caller's transaction.
Result<std::int64_t> next_change(Connection& connection);

Result<void> add_tombstone(Connection& connection, const Memory& memory, Time now);

// A memory that was changed last, or deleted (a tombstone), with number `seq`. One that was changed and then deleted
// stands for its deletion only.
struct ChangeRow {
  std::int64_t seq = 0;
  std::string id, name_space;
  bool gone = false;
};
// In order, at most `limit`.
Result<std::vector<ChangeRow>> changes_after(Connection& connection, std::int64_t after, std::int64_t limit);

}  // namespace aim::store
