#include "mcp/http/sessions.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/sealed_stream.h"

namespace aim::mcp {

using std::chrono::steady_clock;

HttpSession::HttpSession(Engine& engine, Watch& watch, const Offer& offer, const SharedBudget& kept,
                         std::string of)
    : id(random_token()),
      party(std::move(of)),
      outbox(std::make_shared<net::EventFeed>(net::EventFeedOptions(), kept)),
      session(engine, watch,
              {offer,
               [box = outbox](const json::value& message) { box->send(line_of(message)); },
               {},
               // The id itself is a secret: who has it speaks for the client.
               {{}, "http-" + sha256_hex(id).substr(0, 12)}}),
      last_use(steady_clock::now()) {}

SharedSession HttpSessions::create(const std::string& party) {
  auto fresh = std::make_shared<HttpSession>(engine_, watch_, offer_, kept_, party);
  SharedSession idlest;
  {
    const Lock lock(mutex_);
    if (sessions_.size() >= max_) {
      idlest = take_idlest(party);
      if (!idlest)
        return nullptr;
    }
    sessions_.emplace(fresh->id, fresh);
  }
  if (idlest)
    close(*idlest);
  return fresh;
}

SharedSession HttpSessions::take_idlest(const std::string& party) {
  std::map<std::string_view, std::size_t> counts;
  for (const auto& [id, session] : sessions_) ++counts[session->party];
  // The client that begins a session loses one before others that have as many.
  ++counts[party];
  // Among new, unused sessions the newest is closed first: a client that only begins sessions
  // closes its own, not an earlier one whose client may be about to speak.
  const auto now = steady_clock::now();
  const auto rank = [&](const HttpSession& session) {
    const auto at = session.last_use.time_since_epoch();
    const bool may_speak = !session.used && now - session.last_use < time_to_speak_;
    return std::tuple(-static_cast<std::int64_t>(counts[session.party]), session.party != party,
                      session.used, may_speak, may_speak ? -at : at);
  };
  auto found = sessions_.end();
  for (auto each = sessions_.begin(); each != sessions_.end(); ++each) {
    // A user of a session holds it, and got it under this lock.
    const bool is_in_use = each->second.use_count() > 1 || each->second->outbox->has_listener() ||
                           each->second->session.asks();
    if (!is_in_use && (found == sessions_.end() || rank(*each->second) < rank(*found->second)))
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
  // Held one at a time: a held session counts as in use.
  std::vector<std::weak_ptr<HttpSession>> known;
  for (const SharedSession& each : all()) known.emplace_back(each);
  for (const auto& one : known) {
    SharedSession each;
    {
      const Lock lock(mutex_);
      each = one.lock();
    }
    if (!each)
      continue;
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
