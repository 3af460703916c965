// How the database and its upkeep are doing, in numbers, for a server's metrics.
#pragma once
#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::op {

struct Figures {
  std::vector<std::pair<std::string, std::int64_t>> by_tier;  // each tier once
  std::int64_t archived = 0, links = 0;
  std::int64_t database_bytes = 0, wal_bytes = 0;
  std::int64_t waiting_touches = 0, dropped_touches = 0;
  std::int64_t gc_rounds = 0, gc_collected = 0;  // by this process
};
// Cost: counts by index, some milliseconds at 100,000 memories.
Result<Figures> figures(Engine& engine);

}  // namespace aim::op
