// What recalls write: counts and last accesses, in a narrow table of their own (S2, S3).
#pragma once
#include <span>

#include "memory/memory.h"
#include "store/sqlite/connection.h"

namespace aim::store {

// The parts of a memory that a touch reads and may change.
struct UsageRow {
  Key key = 0;
  Tier tier = Tier::mid_term;
  std::int64_t priority = 5, reinforcement = 0, access_count = 0;
  std::optional<Time> expires_at;
};

// Of the memories that still exist, in the order of `keys`.
Result<std::vector<UsageRow>> usage_of(Connection& connection, std::span<const Key> keys);

Result<void> set_usage(Connection& connection, Key key, std::int64_t access_count, Time last_accessed_at);

// Tier, expiry and reinforcement of a memory that a touch promoted, prolonged or reinforced; `updated_at` when promoted. Only a
// promotion is a change that the change sequence counts: a recall that prolongs a life is a use.
Result<void> set_life(Connection& connection, const UsageRow& row, std::optional<Time> updated_at);

}  // namespace aim::store
