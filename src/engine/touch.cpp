#include "engine/touch.h"

#include <map>

#include "engine/dropped.h"
#include "store/sqlite/usage.h"

namespace aim::engine {
namespace {

struct Uses {
  std::int64_t count = 0;
  Time last{};
};

constexpr std::string_view dropped_file = "touches";

Result<void> write_uses(store::Connection& connection, const std::map<Key, Uses>& uses,
                        const Lifetimes& lifetimes) {
  std::vector<Key> keys;
  for (const auto& [key, each] : uses) keys.push_back(key);
  for (store::UsageRow& row : TRY(store::usage_of(connection, keys))) {
    const Uses& used = uses.at(row.key);
    Use use{row.tier, row.expires_at, row.access_count, row.reinforcement, row.priority, false};
    use = touched(use, used.count, used.last, lifetimes);
    TRY_VOID(store::set_usage(connection, row.key, use.access_count, used.last));
    if (use.tier == row.tier && use.expires_at == row.expires_at &&
        use.reinforcement == row.reinforcement)
      continue;
    row.tier = use.tier;
    row.expires_at = use.expires_at;
    row.reinforcement = use.reinforcement;
    TRY_VOID(
        store::set_life(connection, row, use.promoted ? std::optional(used.last) : std::nullopt));
  }
  return {};
}

}  // namespace

Result<void> apply_touches(Engine& engine, std::chrono::milliseconds patience) {
  std::vector<Touch> touches = engine.touches.take();
  if (touches.empty())
    return {};
  std::map<Key, Uses> uses;
  for (const Touch& touch : touches) {
    Uses& each = uses[touch.key];
    ++each.count;
    each.last = std::max(each.last, touch.time);
  }
  auto written = engine.database.write_soon(patience, [&](store::Connection& connection) {
    return write_uses(connection, uses, engine.options.lifetimes);
  });
  if (!written)
    engine.touches.put_back(std::move(touches));
  return written;
}

void drop_touches(Engine& engine) {
  const std::vector<Touch> touches = engine.touches.take();
  if (!touches.empty())
    count_dropped(engine.database.file(), dropped_file, touches.size());
}

std::int64_t dropped_touches(const Engine& engine) {
  return dropped(engine.database.file(), dropped_file);
}

}  // namespace aim::engine
