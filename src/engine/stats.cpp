#include "engine/stats.h"

#include "engine/audit/nag.h"
#include "engine/usage/touch_queue.h"
#include "store/maintenance.h"
#include "store/records.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

std::vector<Count> counts_of(std::vector<std::pair<std::string, std::int64_t>> rows) {
  std::vector<Count> counts;
  for (auto& [name, count] : rows) counts.push_back({std::move(name), count});
  return counts;
}

}  // namespace

Result<Stats> stats(Engine& engine) {
  Stats stats = TRY(engine.database.read([&](store::Reader& reader) -> Result<Stats> {
    const store::Counts counts = TRY(reader.records.counts(engine.clock.now()));
    Stats all;
    all.total = counts.memories;
    all.reflections = counts.reflections;
    all.expiring_soon = counts.expiring_soon;
    all.links = counts.links;
    all.archived = counts.archived;
    all.size_bytes = counts.size_bytes;
    all.transcripts = TRY(reader.transcripts.totals());
    all.by_tier = counts_of(counts.by_tier);
    all.by_name_space = counts_of(TRY(reader.records.count_name_spaces()));
    const store::EventCounts events = TRY(reader.records.count_events());
    all.events = events.events;
    all.unsigned_events = events.not_signed;
    return all;
  }));
  stats.dropped_touches = dropped_touches(engine);
  stats.dropped_events = dropped_lags(engine);
  return stats;
}

Result<std::vector<Count>> name_spaces(Engine& engine) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Count>> {
    return counts_of(TRY(reader.records.count_name_spaces()));
  });
}

DatabaseSizes database_sizes(Engine& engine) {
  const store::Sizes sizes = engine.database.maintenance().sizes();
  return {sizes.database_bytes, sizes.log_bytes};
}

}  // namespace aim::engine
