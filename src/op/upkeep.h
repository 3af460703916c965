// What a door does between calls: uses are written after the answer (S3), expired memories collected and the text index
// tended when idle (A8). So that doors need to know the engine by name only.
#pragma once
#include <chrono>
#include <functional>

#include "base/result.h"

namespace aim {
struct Engine;
}

namespace aim::op {

// Opens the database if that has not been done; a failure is told by the next call. `stop` ends a wait for others.
void prepare(Engine& engine, const std::function<bool()>& stop = {});

bool touches_wait(const Engine& engine);
// Waits `patience` at most for other processes. Errors: unavailable; the touches wait on.
Result<void> write_touches(Engine& engine, std::chrono::milliseconds patience);
// Before a process ends: one more try, then what is left is dropped and counted.
void finish_touches(Engine& engine, std::chrono::milliseconds patience);

// Collects what has expired and merges pieces of the index; asks `stop` between small transactions. Logs what it did.
void keep_up(Engine& engine, const std::function<bool()>& stop);

}  // namespace aim::op
