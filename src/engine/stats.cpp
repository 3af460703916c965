#include "engine/stats.h"

#include "engine/capture.h"
#include "engine/touch.h"
#include "store/sqlite/counts.h"
#include "store/sqlite/events.h"
#include "store/sqlite/transcripts.h"

namespace aim::engine {
namespace {

std::vector<Count> counts_of(std::vector<std::pair<std::string, std::int64_t>> rows) {
  std::vector<Count> counts;
  for (auto& [name, count] : rows) counts.push_back({std::move(name), count});
  return counts;
}

}  // namespace

Result<Stats> stats(Engine& engine) {
  Stats stats = TRY(engine.database.read([&](store::Connection& connection) -> Result<Stats> {
    const store::Counts counts = TRY(store::count_all(connection, engine.clock.now()));
    Stats all;
    all.total = counts.memories;
    all.reflections = counts.reflections;
    all.expiring_soon = counts.expiring_soon;
    all.links = counts.links;
    all.archived = counts.archived;
    all.size_bytes = counts.size_bytes;
    all.transcripts = TRY(store::transcript_totals(connection));
    all.by_tier = counts_of(counts.by_tier);
    all.by_name_space = counts_of(TRY(store::count_name_spaces(connection)));
    const store::EventCounts events = TRY(store::count_events(connection));
    all.events = events.events;
    all.unsigned_events = events.not_signed;
    return all;
  }));
  stats.dropped_touches = dropped_touches(engine);
  stats.dropped_events = dropped_lags(engine);
  return stats;
}

Result<std::vector<Count>> name_spaces(Engine& engine) {
  return engine.database.read([&](store::Connection& connection) -> Result<std::vector<Count>> {
    return counts_of(TRY(store::count_name_spaces(connection)));
  });
}

}  // namespace aim::engine
