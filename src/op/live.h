// The poll of a live stream: whether there are new calls or changes, and which calls (L3).
// Cost of a look: two look-ups at the end of an index.
#pragma once
#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::op {

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
