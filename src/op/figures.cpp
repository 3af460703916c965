#include "op/figures.h"

#include "engine/archive.h"
#include "engine/database.h"
#include "engine/usage/touch_queue.h"
#include "memory/tier.h"

namespace aim::op {
Result<Figures> figures(Engine& engine) {
  const auto stats = TRY(engine::stats(engine));
  const engine::DatabaseSizes sizes = engine::database_sizes(engine);
  Figures figures;
  for (const auto& [tier, name] : EnumNames<Tier>::names) {
    std::int64_t count = 0;
    for (const auto& each : stats.by_tier) count += each.name == name ? each.count : 0;
    figures.by_tier.emplace_back(name, count);
  }
  figures.archived = stats.archived;
  figures.links = stats.links;
  figures.database_bytes = sizes.database_bytes;
  figures.wal_bytes = sizes.log_bytes;
  figures.waiting_touches = static_cast<std::int64_t>(engine.touches.size());
  figures.dropped_touches = stats.dropped_touches;
  if (const auto* collections = engine.collections) {
    figures.gc_rounds = collections->rounds();
    figures.gc_collected = collections->memories();
  }
  return figures;
}

}  // namespace aim::op
