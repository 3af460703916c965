#include "engine/capture.h"

#include <utility>

#include "base/log.h"
#include "base/utf8.h"
#include "engine/dropped.h"
#include "engine/events.h"

namespace aim::engine {
namespace {

constexpr std::string_view events = "events";

std::string name_of(std::string_view name) {
  return std::string(utf8::cut(name, Nag::most_name_bytes));
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

void Capture::add(CaptureLag lag) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() < most_waiting)
    waiting_.push_back(std::move(lag));
  else
    ++lost_;
}

std::vector<CaptureLag> Capture::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(waiting_, {});
}

void Capture::put_back(std::vector<CaptureLag> lags) {
  const std::lock_guard lock(mutex_);
  for (CaptureLag& each : waiting_) lags.push_back(std::move(each));
  waiting_ = std::move(lags);
}

bool Capture::empty() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty();
}

std::int64_t Capture::take_lost() {
  const std::lock_guard lock(mutex_);
  return std::exchange(lost_, 0);
}

NagAction observe_call(Engine& engine, std::string_view agent, std::string_view session,
                       ToolKind kind) {
  if (!engine.capture)
    return NagAction::none;
  Nag& nag = engine.capture->nag();
  const NagAction action = nag.observe(agent, session, kind);
  if (action != NagAction::none)
    engine.capture->add({name_of(agent), name_of(session), nag.streak_for(agent, session),
                         action == NagAction::warn_and_escalate, engine.clock.now()});
  return action;
}

bool lags_wait(const Engine& engine) {
  return engine.capture && !engine.capture->empty();
}

Result<void> record_lags(Engine& engine, std::chrono::milliseconds patience) {
  if (!engine.capture)
    return {};
  if (const auto lost = engine.capture->take_lost(); lost > 0)
    count_dropped(engine.database.file(), events, static_cast<std::size_t>(lost));
  std::vector<CaptureLag> lags = engine.capture->take();
  if (lags.empty())
    return {};
  auto written =
      engine.database.write_soon(patience, [&](store::Connection& connection) -> Result<void> {
        for (const CaptureLag& lag : lags)
          TRY_VOID(record(connection, engine, event::capture_lag, payload_of(lag)));
        return {};
      });
  if (!written)
    engine.capture->put_back(std::move(lags));
  return written;
}

void drop_lags(Engine& engine) {
  if (!engine.capture)
    return;
  const std::size_t count =
      engine.capture->take().size() + static_cast<std::size_t>(engine.capture->take_lost());
  if (count == 0)
    return;
  log::warn("capture_lag events that could not be recorded: " + std::to_string(count));
  count_dropped(engine.database.file(), events, count);
}

std::int64_t dropped_lags(const Engine& engine) {
  return dropped(engine.database.file(), events);
}

}  // namespace aim::engine
