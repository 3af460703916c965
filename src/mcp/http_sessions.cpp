#include "mcp/http_sessions.h"

#include <algorithm>
#include <boost/json.hpp>

#include "base/hash.h"
#include "base/seal.h"

namespace aim::mcp {

using std::chrono::steady_clock;

HttpSession::HttpSession(Engine& engine, Watch& watch, FeatureTier tier)
    : id(random_token()),
      outbox(std::make_shared<Outbox>()),
      session(engine, watch,
              {tier, [box = outbox](const json::value& message) { box->send(line_of(message)); },
               {},
               // The id itself is a secret: who has it speaks for the client.
               {{}, "http-" + sha256_hex(id).substr(0, 12)}}),
      last_use(steady_clock::now()) {}

SharedSession HttpSessions::create() {
  auto fresh = std::make_shared<HttpSession>(engine_, watch_, tier_);
  SharedSession idlest;
  {
    const std::lock_guard lock(mutex_);
    if (sessions_.size() >= most_) {
      const auto found = std::min_element(sessions_.begin(), sessions_.end(), [](const auto& a, const auto& b) {
        return std::pair(a.second->outbox->has_listener(), a.second->last_use) <
               std::pair(b.second->outbox->has_listener(), b.second->last_use);
      });
      idlest = found->second;
      sessions_.erase(found);
    }
    sessions_.emplace(fresh->id, fresh);
  }
  if (idlest)
    close(*idlest);
  return fresh;
}

SharedSession HttpSessions::find(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  if (found == sessions_.end())
    return nullptr;
  found->second->last_use = steady_clock::now();
  return found->second;
}

bool HttpSessions::end(std::string_view id) {
  SharedSession ended;
  {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
      return false;
    ended = found->second;
    sessions_.erase(found);
  }
  close(*ended);
  return true;
}

void HttpSessions::close(HttpSession& session) {
  session.session.finish();
  session.outbox->finish();
}

void HttpSessions::tick() {
  const auto now = steady_clock::now();
  for (const SharedSession& each : all()) {
    each->session.expire();
    bool idle = false;
    {
      const std::lock_guard lock(mutex_);
      if (each->outbox->has_listener())
        each->last_use = now;
      idle = now - each->last_use >= patience_;
    }
    if (idle)
      end(each->id);
  }
}

void HttpSessions::finish() {
  for (const SharedSession& each : all())
    end(each->id);
}

std::size_t HttpSessions::size() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

std::vector<SharedSession> HttpSessions::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<SharedSession> all;
  all.reserve(sessions_.size());
  for (const auto& [id, session] : sessions_)
    all.push_back(session);
  return all;
}

}  // namespace aim::mcp
