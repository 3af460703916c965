#include "engine/audit/nag_events.h"

#include "base/log.h"
#include "base/utf8.h"
#include "engine/audit/events.h"
#include "store/maintenance.h"

namespace aim::engine {
namespace {

constexpr std::string_view events = "events";

std::string name_of(std::string_view name) {
  return std::string(utf8::cut(name, Nag::max_name_bytes));
}

Payload payload_of(const CaptureLag& lag) {
  Payload payload;
  payload.add("agent_id", lag.agent).add("calls", std::int64_t{lag.streak});
  payload.add("level", lag.escalated ? "escalated" : "warned")
      .add("observed_at", format_rfc3339(lag.at));
  payload.add("session_id", lag.session);
  return payload;
}

}  // namespace

void NagEvents::add(CaptureLag lag) {
  const Lock lock(mutex_);
  if (waiting_.size() < max_waiting)
    waiting_.push_back(std::move(lag));
  else
    ++lost_;
}

std::vector<CaptureLag> NagEvents::take() {
  const Lock lock(mutex_);
  return std::exchange(waiting_, {});
}

void NagEvents::put_back(std::vector<CaptureLag> lags) {
  const Lock lock(mutex_);
  for (CaptureLag& each : waiting_) lags.push_back(std::move(each));
  waiting_ = std::move(lags);
}

bool NagEvents::empty() const {
  const Lock lock(mutex_);
  return waiting_.empty();
}

std::int64_t NagEvents::take_lost() {
  const Lock lock(mutex_);
  return std::exchange(lost_, 0);
}

NagAction observe_call(Engine& engine, std::string_view agent, std::string_view session,
                       ToolKind kind) {
  if (!engine.nag_events)
    return NagAction::none;
  Nag& nag = engine.nag_events->nag();
  const NagAction action = nag.observe(agent, session, kind);
  if (action != NagAction::none)
    engine.nag_events->add({name_of(agent), name_of(session), nag.streak_for(agent, session),
                            action == NagAction::warn_and_escalate, engine.clock.now()});
  return action;
}

bool lags_wait(const Engine& engine) {
  return engine.nag_events && !engine.nag_events->empty();
}

Result<void> record_lags(Engine& engine, std::chrono::milliseconds timeout) {
  if (!engine.nag_events)
    return {};
  if (const auto lost = engine.nag_events->take_lost(); lost > 0)
    engine.database.maintenance().count_dropped(events, static_cast<std::size_t>(lost));
  std::vector<CaptureLag> lags = engine.nag_events->take();
  if (lags.empty())
    return {};
  auto written = engine.database.write_soon(timeout, [&](store::Writer& writer) -> Result<void> {
    for (const CaptureLag& lag : lags)
      TRY_VOID(record(writer, engine, event::capture_lag, payload_of(lag)));
    return {};
  });
  if (!written)
    engine.nag_events->put_back(std::move(lags));
  return written;
}

void drop_lags(Engine& engine) {
  if (!engine.nag_events)
    return;
  const std::size_t count =
      engine.nag_events->take().size() + static_cast<std::size_t>(engine.nag_events->take_lost());
  if (count == 0)
    return;
  log::warn("capture_lag events that could not be recorded: " + std::to_string(count));
  engine.database.maintenance().count_dropped(events, count);
}

std::int64_t dropped_lags(const Engine& engine) {
  return engine.database.maintenance().dropped(events);
}

}  // namespace aim::engine
