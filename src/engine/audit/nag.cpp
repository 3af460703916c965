#include "engine/audit/nag.h"

#include "base/utf8.h"

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

}  // namespace aim::engine
