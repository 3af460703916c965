#include "engine/usage/touch.h"

#include <map>

#include "engine/usage/touch_queue.h"
#include "store/maintenance.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

struct Uses {
  std::int64_t count = 0;
  Time last{};
};

constexpr std::string_view dropped_name = "touches";

Result<void> write_uses(store::Writer& writer, const std::map<Key, Uses>& uses,
                        const Lifetimes& lifetimes) {
  std::vector<Key> keys;
  for (const auto& [key, each] : uses) keys.push_back(key);
  for (store::UsageRow& row : TRY(writer.memories.usage_of(keys))) {
    const Uses& used = uses.at(row.key);
    Use use{row.tier,     row.expires_at, row.access_count, row.reinforcement,
            row.priority, false,          row.deadline};
    use = touched(use, used.count, used.last, lifetimes);
    TRY_VOID(writer.memories.set_usage(row.key, use.access_count, used.last));
    if (use.tier == row.tier && use.expires_at == row.expires_at &&
        use.reinforcement == row.reinforcement)
      continue;
    row.tier = use.tier;
    row.expires_at = use.expires_at;
    row.reinforcement = use.reinforcement;
    TRY_VOID(writer.memories.set_life(row, use.promoted ? std::optional(used.last) : std::nullopt));
  }
  return {};
}

}  // namespace

Result<void> apply_touches(Engine& engine, std::chrono::milliseconds timeout) {
  std::vector<Touch> touches = engine.touches.take();
  std::vector<AccessNote> accesses = engine.touches.take_accesses();
  if (touches.empty() && accesses.empty())
    return {};
  std::map<Key, Uses> uses;
  for (const Touch& touch : touches) {
    Uses& each = uses[touch.key];
    ++each.count;
    each.last = std::max(each.last, touch.time);
  }
  auto written = engine.database.write_soon(timeout, [&](store::Writer& writer) -> Result<void> {
    TRY_VOID(write_uses(writer, uses, engine.options.lifetimes));
    for (const AccessNote& each : accesses)
      TRY_VOID(writer.records.add_access(each.row, each.shown));
    return {};
  });
  if (!written) {
    engine.touches.put_back(std::move(touches));
    engine.touches.put_back(std::move(accesses));
  }
  return written;
}

void drop_touches(Engine& engine) {
  const std::vector<Touch> touches = engine.touches.take();
  engine.touches.take_accesses();
  if (!touches.empty())
    engine.database.maintenance().count_dropped(dropped_name, touches.size());
}

std::int64_t dropped_touches(const Engine& engine) {
  return engine.database.maintenance().dropped(dropped_name);
}

}  // namespace aim::engine
