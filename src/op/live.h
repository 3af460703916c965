// Numbers for a server's metrics, and the poll of a live stream of calls and changes (L3).
#pragma once
#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::op {

// Numbers of the database and its upkeep.
struct Figures {
  std::vector<std::pair<std::string, std::int64_t>> by_tier;  // each tier once
  std::int64_t archived = 0, links = 0;
  std::int64_t database_bytes = 0, wal_bytes = 0;
  std::int64_t waiting_touches = 0, dropped_touches = 0;
  std::int64_t gc_rounds = 0, gc_collected = 0;  // by this process
};
// Cost: counts by index, some milliseconds at 100,000 memories.
Result<Figures> figures(Engine& engine);

// The poll of a live stream: whether there are new calls or changes, and which calls. Cost of a
// look: two look-ups at the end of an index.
struct LivePoint {
  std::int64_t call = 0, change = 0;  // numbers of the last ones
};
Result<LivePoint> live_point(Engine& engine);

// How many memories that the caller sees were changed since; every_change: it sees all of them.
inline constexpr std::int64_t every_change = -1;
Result<std::int64_t> changes_seen(Engine& engine, std::int64_t since);

struct LiveCall {
  std::int64_t number = 0;
  std::string json;  // as `recent` shows it
};
// Oldest first.
Result<std::vector<LiveCall>> live_calls(Engine& engine, std::int64_t after, std::int64_t limit);

}  // namespace aim::op
