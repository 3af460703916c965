// What a live stream asks again and again: whether there were calls or changes since, and which calls (L3).
// Cost of a look: two look-ups at the end of an index.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::op {

struct LivePoint {
  std::int64_t call = 0, change = 0;  // numbers of the last ones
};
Result<LivePoint> live_point(Engine& engine);

struct LiveCall {
  std::int64_t number = 0;
  std::string json;  // as `recent` shows it
};
// Oldest first.
Result<std::vector<LiveCall>> live_calls(Engine& engine, std::int64_t after, std::int64_t limit);

}  // namespace aim::op
