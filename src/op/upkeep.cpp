#include "op/upkeep.h"

#include "base/log.h"
#include "engine/archive.h"
#include "engine/capture.h"
#include "engine/touch.h"
#include "engine/transcripts.h"
#include "engine/upkeep.h"

namespace aim::op {

void prepare(Engine& engine, const std::function<bool()>& stop) {
  if (const auto opened = stopped_by(engine, stop).database.ensure_open(); !opened)
    log::error("opening the database: " + opened.error().detail);
}

bool touches_wait(const Engine& engine) {
  return !engine.touches.empty() || engine::lags_wait(engine);
}

Result<void> write_touches(Engine& engine, std::chrono::milliseconds patience) {
  TRY_VOID(engine::apply_touches(engine, patience));
  // Were they kept back by anything but time, each try would fail, and touches would wait behind them.
  auto recorded = engine::record_lags(engine, patience);
  if (!recorded && recorded.error().code != Code::unavailable)
    engine::drop_lags(engine);
  return recorded;
}

void finish_touches(Engine& engine, std::chrono::milliseconds patience) {
  if (!engine::apply_touches(engine, patience))
    engine::drop_touches(engine);
  if (!engine::record_lags(engine, patience))
    engine::drop_lags(engine);
}

namespace {

// False when something kept it from being done; what it is, the log says unless it is a matter of time.
template <class T>
bool done(const Result<T>& result, const std::string& what) {
  if (!result && result.error().code != Code::unavailable)
    log::warn(what + " failed: " + result.error().message);
  return result.has_value();
}

bool keep_up(Engine& engine, const std::function<bool()>& stop) {
  const auto collected = engine::collect_expired(engine, stop);
  if (!done(collected, "collecting expired memories"))
    return false;
  if (*collected > 0)
    log::info("collected " + std::to_string(*collected) + " expired memories");
  if (!done(engine::collect_transcripts(engine, stop), "collecting expired transcripts") ||
      !done(engine::pack_transcripts(engine, stop), "packing transcripts"))
    return false;
  return done(engine::tend_index(engine, stop), "tending the text index");
}

}  // namespace

bool tick(Engine& engine, std::chrono::seconds interval, const std::function<bool()>& stop) {
  Engine stoppable = stopped_by(engine, stop);
  const auto ours = engine::claim_upkeep(stoppable, interval);
  if (!done(ours, "upkeep") || !*ours)
    return false;
  const bool kept_up = keep_up(stoppable, stop);
  if (!stop || !stop())
    return kept_up;
  done(engine::return_upkeep(engine), "upkeep");
  return false;
}

}  // namespace aim::op
