// How a database has grown and what its calls have cost, a day and a door at a time (L7).
// Cost: the calls of those days, at most two hundred thousand, as far as the access log has them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace aim::engine {

struct Percentiles {
  std::optional<double> p50_ms, p95_ms;  // unset: there was no call
};
struct DayFigures {
  Time day{};                 // its first moment, UTC
  std::int64_t memories = 0;  // at its end, of those that are still there
  std::int64_t stored = 0;    // on it, likewise
  std::int64_t recalls = 0;
  Percentiles recall_time;
};
struct DoorFigures {
  std::string door;
  std::int64_t calls = 0, tokens = 0;
  Percentiles time;
};
struct Series {
  std::vector<DayFigures> days;    // in order, every one
  std::vector<DoorFigures> doors;  // most calls first
};
Result<Series> series(Engine& engine, std::int64_t days);

}  // namespace aim::engine
