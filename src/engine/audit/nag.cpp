#include "engine/audit/nag.h"

#include "base/log.h"
#include "base/utf8.h"
#include "engine/audit/events.h"
#include "store/maintenance.h"

namespace aim::engine {

std::size_t Nag::Hash::operator()(const Name& name) const {
  const std::hash<std::string_view> hash;
  return hash(name.agent) * 31 + hash(name.session);
}

Nag::Name Nag::name_of(std::string_view agent, std::string_view session) {
  return {utf8::cut(agent, max_name_bytes), utf8::cut(session, max_name_bytes)};
}

Nag::Session& Nag::session_of(const Name& name) {
  if (const auto known = by_name_.find(name); known != by_name_.end()) {
    sessions_.splice(sessions_.begin(), sessions_, known->second);
    return sessions_.front();
  }
  if (sessions_.size() >= max_) {
    by_name_.erase({sessions_.back().agent, sessions_.back().session});
    sessions_.pop_back();
  }
  sessions_.push_front({std::string(name.agent), std::string(name.session)});
  by_name_.emplace(Name{sessions_.front().agent, sessions_.front().session}, sessions_.begin());
  return sessions_.front();
}

NagAction Nag::observe(std::string_view agent, std::string_view session, ToolKind kind) {
  const Name name = name_of(agent, session);
  const Lock lock(mutex_);
  Session& known = session_of(name);
  if (kind == ToolKind::other)
    return count(known);
  known.streak = 0;
  known.warned = known.escalated = false;
  return NagAction::none;
}

// The second threshold goes first: where both are reached at once, the stronger word is enough for
// this call.
NagAction Nag::count(Session& session) const {
  session.streak = one_more(session.streak);
  if (options_.escalate_threshold > 0 && session.streak >= options_.escalate_threshold &&
      !session.escalated) {
    session.escalated = true;
    return NagAction::warn_and_escalate;
  }
  if (options_.threshold > 0 && session.streak >= options_.threshold && !session.warned) {
    session.warned = true;
    return NagAction::warn;
  }
  return NagAction::none;
}

std::uint32_t Nag::streak_for(std::string_view agent, std::string_view session) const {
  const Lock lock(mutex_);
  const auto known = by_name_.find(name_of(agent, session));
  return known == by_name_.end() ? 0 : known->second->streak;
}

bool Nag::tell_once(std::string_view agent, std::string_view session) {
  const Lock lock(mutex_);
  const auto known = by_name_.find(name_of(agent, session));
  return known != by_name_.end() && !std::exchange(known->second->told, true);
}

void Nag::drop_session(std::string_view agent, std::string_view session) {
  const Lock lock(mutex_);
  const auto known = by_name_.find(name_of(agent, session));
  if (known == by_name_.end())
    return;
  const auto node = known->second;
  by_name_.erase(known);
  sessions_.erase(node);
}

std::vector<Nag::Streak> Nag::streaks(std::size_t limit) const {
  const Lock lock(mutex_);
  std::vector<Streak> streaks;
  for (const Session& each : sessions_) {
    if (streaks.size() == limit)
      break;
    streaks.push_back({each.agent, each.session, each.streak});
  }
  return streaks;
}

std::size_t Nag::sessions() const {
  const Lock lock(mutex_);
  return sessions_.size();
}

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
