#include "op/live.h"

#include <boost/json.hpp>

#include "engine/archive.h"
#include "engine/browse/listings.h"
#include "engine/database.h"
#include "engine/usage/access_log.h"
#include "engine/usage/touch_queue.h"
#include "memory/tier.h"
#include "op/views/call_view.h"
#include "text/json_text.h"

namespace aim::op {

Result<Figures> figures(Engine& engine) {
  const auto stats = TRY(engine::stats(engine));
  const store::Sizes sizes = engine::database_sizes(engine);
  Figures figures;
  for (const auto& [tier, name] : EnumNames<Tier>::names) {
    std::int64_t count = 0;
    for (const auto& [of, memories] : stats.counts.by_tier) count += of == name ? memories : 0;
    figures.by_tier.emplace_back(name, count);
  }
  figures.archived = stats.counts.archived;
  figures.links = stats.counts.links;
  figures.database_bytes = sizes.database_bytes;
  figures.wal_bytes = sizes.log_bytes;
  figures.waiting_touches = static_cast<std::int64_t>(engine.touches.size());
  figures.dropped_touches = stats.dropped_touches;
  if (const auto* collections = engine.collections) {
    figures.gc_rounds = collections->rounds;
    figures.gc_collected = collections->memories;
  }
  return figures;
}

Result<LivePoint> live_point(Engine& engine) {
  LivePoint point;
  point.call = TRY(engine::last_call(engine));
  point.change = TRY(engine::last_change(engine));
  return point;
}

Result<std::int64_t> changes_seen(Engine& engine, std::int64_t since) {
  if (TRY(engine::shows_all(engine)))
    return every_change;
  constexpr std::int64_t most = 1'000;
  const auto changes = TRY(engine::changes_since(engine, since, most));
  return static_cast<std::int64_t>(changes.changes.size());
}

Result<std::vector<LiveCall>> live_calls(Engine& engine, std::int64_t after, std::int64_t limit) {
  std::vector<LiveCall> calls;
  for (const engine::LoggedCall& each : TRY(engine::calls_after(engine, after, limit))) {
    json::object shown;
    write_fields(shown, view(each));
    calls.push_back({each.call.number, text::compact(shown)});
  }
  return calls;
}

}  // namespace aim::op
