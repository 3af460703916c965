#include "mcp/http/sessions.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/seal.h"

namespace aim::mcp {

using std::chrono::steady_clock;

HttpSession::HttpSession(Engine& engine, Watch& watch, const Offer& offer, const SharedBudget& kept)
    : id(random_token()),
      outbox(std::make_shared<net::EventFeed>(net::EventFeedOptions(), kept)),
      session(engine, watch,
              {offer,
               [box = outbox](const json::value& message) { box->send(line_of(message)); },
               {},
               // The id itself is a secret: who has it speaks for the client.
               {{}, "http-" + sha256_hex(id).substr(0, 12)}}),
      last_use(steady_clock::now()) {}

SharedSession HttpSessions::create() {
  auto fresh = std::make_shared<HttpSession>(engine_, watch_, offer_, kept_);
  SharedSession idlest;
  {
    const Lock lock(mutex_);
    if (sessions_.size() >= max_) {
      idlest = take_idlest();
      if (!idlest)
        return nullptr;
    }
    sessions_.emplace(fresh->id, fresh);
  }
  if (idlest)
    close(*idlest);
  return fresh;
}

SharedSession HttpSessions::take_idlest() {
  const auto long_ago = steady_clock::now() - idle_for_others;
  auto found = sessions_.end();
  for (auto each = sessions_.begin(); each != sessions_.end(); ++each) {
    const HttpSession& session = *each->second;
    if (session.outbox->has_listener() || (session.used && session.last_use > long_ago))
      continue;
    if (found == sessions_.end() || std::pair(session.used, session.last_use) <
                                        std::pair(found->second->used, found->second->last_use))
      found = each;
  }
  return found == sessions_.end() ? nullptr : sessions_.extract(found).mapped();
}

SharedSession HttpSessions::find(std::string_view id) {
  const Lock lock(mutex_);
  const auto found = sessions_.find(id);
  if (found == sessions_.end())
    return nullptr;
  found->second->last_use = steady_clock::now();
  found->second->used = true;
  return found->second;
}

bool HttpSessions::end(std::string_view id) {
  SharedSession ended;
  {
    const Lock lock(mutex_);
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
      const Lock lock(mutex_);
      if (each->outbox->has_listener())
        each->last_use = now;
      idle = now - each->last_use >= timeout_;
    }
    if (idle)
      end(each->id);
  }
}

void HttpSessions::finish() {
  for (const SharedSession& each : all()) end(each->id);
}

std::size_t HttpSessions::size() const {
  const Lock lock(mutex_);
  return sessions_.size();
}

std::vector<SharedSession> HttpSessions::all() const {
  const Lock lock(mutex_);
  std::vector<SharedSession> all;
  all.reserve(sessions_.size());
  for (const auto& [id, session] : sessions_) all.push_back(session);
  return all;
}

}  // namespace aim::mcp
