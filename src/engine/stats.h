// Numbers about the database (wire.md 1.3).
#pragma once
#include "engine/engine.h"
#include "memory/transcript.h"

namespace aim::engine {

struct Count {
  std::string name;
  std::int64_t count = 0;
};
struct Stats {
  std::int64_t total = 0, expiring_soon = 0, links = 0, archived = 0, size_bytes = 0,
               dropped_touches = 0, events = 0, unsigned_events = 0, dropped_events = 0,
               reflections = 0;
  TranscriptTotals transcripts;
  std::vector<Count> by_tier, by_name_space;  // most first
};
Result<Stats> stats(Engine& engine);

// Namespaces that hold memories, most first.
Result<std::vector<Count>> name_spaces(Engine& engine);

struct DatabaseSizes {
  std::int64_t database_bytes = 0;
  std::int64_t log_bytes = 0;  // committed, and not yet moved into the database
};
DatabaseSizes database_sizes(Engine& engine);

}  // namespace aim::engine
