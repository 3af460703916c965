// What uses of memories change (A2, S3). Narrow rows: many are written after each answer.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "memory/memory.h"

namespace aim::store {

// The parts of a memory that a touch reads and may change.
struct UsageRow {
  Key key = 0;
  Tier tier = Tier::mid_term;
  std::int64_t priority = 5, reinforcement = 0, access_count = 0;
  std::optional<Time> expires_at;
  bool deadline = false;
};

class Usage {
 public:
  virtual ~Usage() = default;
  // Of the memories that still exist, in the order of `keys`.
  virtual Result<std::vector<UsageRow>> of(std::span<const Key> keys) const = 0;
  virtual Result<void> set(Key key, std::int64_t access_count, Time last_accessed_at) = 0;
  // Tier, expiry and reinforcement of a memory that a touch promoted, prolonged or reinforced;
  // `updated_at` when promoted. Only a promotion is a change that the change sequence counts: a
  // recall that prolongs a life is a use.
  virtual Result<void> set_life(const UsageRow& row, std::optional<Time> updated_at) = 0;
};

}  // namespace aim::store
