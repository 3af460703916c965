// Using memories (A2, S3): recall and session_start queue their hits, the door answers, and only
// then are they written.
#pragma once
#include <chrono>

#include "base/result.h"
#include "engine/engine.h"

namespace aim::engine {

// Writes what is queued, in one transaction without sync, waiting `timeout` at most for other
// processes.
// Errors: unavailable when the database stays locked; the touches stay queued then.
Result<void> apply_touches(Engine& engine, std::chrono::milliseconds timeout);

// For a process that ends: drops what is queued and counts it beside the database, where stats
// finds it (S3).
void drop_touches(Engine& engine);
std::int64_t dropped_touches(const Engine& engine);

}  // namespace aim::engine
