#include "op/upkeep.h"

#include "base/log.h"
#include "engine/archive.h"
#include "engine/touch.h"

namespace aim::op {

void prepare(Engine& engine, const std::function<bool()>& stop) {
  if (const auto opened = stopped_by(engine, stop).database.ensure_open(); !opened)
    log::error("opening the database: " + opened.error().detail);
}

bool touches_wait(const Engine& engine) { return !engine.touches.empty(); }

Result<void> write_touches(Engine& engine, std::chrono::milliseconds patience) {
  return engine::apply_touches(engine, patience);
}

void finish_touches(Engine& engine, std::chrono::milliseconds patience) {
  if (!engine::apply_touches(engine, patience))
    engine::drop_touches(engine);
}

void keep_up(Engine& engine, const std::function<bool()>& stop) {
  const auto collected = engine::collect_expired(engine, stop);
  if (!collected)
    log::warn("collecting expired memories failed: " + collected.error().message);
  else if (*collected > 0)
    log::info("collected " + std::to_string(*collected) + " expired memories");
  if (const auto tended = engine::tend_index(engine, stop); !tended)
    log::warn("tending the text index failed: " + tended.error().message);
}

}  // namespace aim::op
