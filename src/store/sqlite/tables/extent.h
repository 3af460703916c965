// What the memories of a database are like, in three numbers: as long as they are the same, no
// memory was changed, came or went. For what a connection keeps of them.
// Knows: numbers of changes. Must not know: what is kept.
// Cost: three lookups and the table of namespaces.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "memory/memory.h"

namespace aim::store::sqlite {

class Connection;

struct Extent {
  std::int64_t change = 0;  // the last number drawn: whatever changes or removes a memory draws one
  std::int64_t count = 0;   // memories: what is collected takes numbers of removals with it
  std::int64_t last_key = 0;  // rows that are copied from another database come with old numbers

  friend bool operator==(const Extent&, const Extent&) = default;
};

Result<Extent> extent_of(Connection& connection);

// Memories that have expired by `now`, by rising key: for those who keep rows.
Result<std::vector<Key>> expired_keys(Connection& connection, Time now);

}  // namespace aim::store::sqlite
