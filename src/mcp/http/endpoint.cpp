#include "mcp/http/endpoint.h"

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/sealed_stream.h"
#include "mcp/surface/server_info.h"
#include "text/json_text.h"

namespace aim::mcp {

using std::chrono::steady_clock;

HttpSession::HttpSession(Engine& engine, Watch& watch, const Offer& offer, const SharedBudget& kept,
                         std::string of)
    : id(random_token()),
      party(std::move(of)),
      outbox(std::make_shared<net::EventFeed>(net::EventFeedOptions(), kept)),
      session(engine, watch,
              {offer,
               [box = outbox](const json::value& message) { box->send(text::compact(message)); },
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

namespace {

constexpr std::string_view mcp_path = "/mcp", sse_path = "/sse", messages_path = "/messages";
constexpr std::string_view session_header = "mcp-session-id",
                           version_header = "mcp-protocol-version";

net::Response wrong_method(std::string allowed) {
  net::Response response = refusal(405, {invalid_request, "this path takes " + allowed});
  response.headers.push_back({"Allow", std::move(allowed)});
  return response;
}

// Whether the client speaks of a version without a handshake.
bool says_modern(const net::Head& head) {
  return head.header(version_header) >= modern_version;
}

// Faults of a POST before its body is read.
std::optional<net::Response> refused_post(const net::Head& head) {
  if (is_other_content(head))
    return refusal(415, {invalid_request, "the body must be application/json"});
  const Accepted accept = accepted(head);
  if (!accept.json && !accept.events)
    return refusal(406, {invalid_request, "answers are application/json or text/event-stream"});
  return std::nullopt;
}

// The session's id and the version that a legacy client says on everything but initialize.
std::optional<net::Response> refused_legacy(const net::Head& head,
                                            const json::value* id = nullptr) {
  if (head.header(session_header).empty())
    return refusal(400, {invalid_request, "Mcp-Session-Id is missing; initialize returns it"}, id);
  if (head.has(version_header) && !known_legacy(head.header(version_header)))
    return refusal(400, {invalid_request, "unsupported MCP-Protocol-Version"}, id);
  return std::nullopt;
}

net::Response unknown_session(const json::value* id = nullptr) {
  return refusal(404, {invalid_request, "this session has ended; start a new one with initialize"},
                 id);
}

net::Response too_many(std::string why) {
  net::Response response = refusal(503, {internal_error, std::move(why)});
  response.headers.push_back({"Retry-After", "1"});
  return response;
}

// Caller of the calls, as the client names itself (H1).
CallerIdentity speaker_of(const net::Head& head) {
  return {std::string(head.header("x-agent-id")), std::string(head.header("x-session-id"))};
}

}  // namespace

std::shared_ptr<const json::value> HttpEndpoint::take_message(const net::Request& request,
                                                              net::Response& refused) {
  struct Held {
    json::value message;
    ByteCharge charge;
  };
  const auto held = std::make_shared<Held>(Held{{}, ByteCharge(messages_)});
  // Small ones are bounded by their number.
  const std::size_t bytes = request.body.size();
  if (bytes > net::Spool::free_bytes && !held->charge.take(text::fair_bytes(bytes))) {
    refused = too_many("too many large messages are being processed; try again in a moment");
    return nullptr;
  }
  const auto text = request.body.text();
  auto parsed = text ? text::parse_json(*text, text::fair_bytes(bytes)) : Failure(text.error());
  if (!parsed) {
    const json::value id = text ? id_before_fault(*text) : json::value();
    refused = text ? refusal(400, {parse_error, parsed.error().message}, &id)
                   : refusal(500, {internal_error, text.error().message});
    return nullptr;
  }
  held->message = std::move(*parsed);
  return {held, &held->message};
}

bool HttpEndpoint::serves(std::string_view path) const {
  return path == mcp_path || (options_.sse_2024 && (path == sse_path || path == messages_path));
}

net::Plan HttpEndpoint::plan(const net::Head& head) {
  net::Plan plan;
  plan.max_body_bytes = max_body_bytes;
  if (head.path == sse_path) {
    if (head.method != "GET")
      return net::refused(wrong_method("GET"), sse_path);
    plan.route = sse_path;
    plan.answer = [this, party = head.party](net::Request&, net::Exchange&) {
      return open_sse(party);
    };
    return plan;
  }
  if (head.path == messages_path) {
    if (head.method != "POST")
      return net::refused(wrong_method("POST"), messages_path);
    plan.route = messages_path;
    plan.answer = [this](net::Request& request, net::Exchange&) { return post_message(request); };
    return plan;
  }
  plan.route = mcp_path;
  if (head.method == "GET") {
    plan.answer = [this](net::Request& request, net::Exchange&) {
      return open_stream(request.head);
    };
  } else if (head.method == "DELETE") {
    plan.answer = [this](net::Request& request, net::Exchange&) {
      return end_session(request.head);
    };
  } else if (head.method == "POST") {
    if (auto refused = refused_post(head))
      return net::refused(std::move(*refused), mcp_path);
    plan.watch_client = says_modern(head);
    plan.answer = [this](net::Request& request, net::Exchange& exchange) {
      return post(request, exchange);
    };
  } else {
    return net::refused(wrong_method("GET, POST, DELETE"), mcp_path);
  }
  return plan;
}

net::Response HttpEndpoint::post(net::Request& request, net::Exchange& exchange) {
  net::Response refused;
  auto message = take_message(request, refused);
  if (!message)
    return refused;
  const Frame frame = message->is_object() ? read_frame(*message) : Frame();
  if (frame.request && (Stateless::is_meant(*frame.request) ||
                        (frame.request->method != "initialize" && says_modern(request.head)))) {
    // The era has no notifications that mean anything over HTTP; they are taken, as the transport
    // wants it.
    if (frame.request->notification) {
      net::Response taken;
      taken.status = 202;
      return taken;
    }
    return modern(request.head, std::move(message), exchange);
  }
  return legacy(request.head, std::move(message), exchange);
}

// ---- 2026-07-28 ----

net::Response HttpEndpoint::modern(const net::Head& head,
                                   std::shared_ptr<const json::value> message,
                                   net::Exchange& exchange) {
  const Frame frame = read_frame(*message);
  const Request& request = *frame.request;
  if (const auto fault = refused_headers(head, request))
    return refusal(400, *fault, request.id);
  // All holders of the token are one caller; without a token everybody is the same.
  const Peer peer{
      "http " +
          sha256_hex(std::string(head.header("authorization")).append(head.header("x-api-key"))),
      {},
      completed(speaker_of(head), {{}, "http", false})};
  const auto answered = [this, message, peer, accept = accepted(head)](net::Exchange& at) {
    const Frame again = read_frame(*message);
    const auto reply = std::make_shared<HttpReply>(at, accept);
    stateless_.handle(*again.request, reply->sink(true), peer);
    return reply->response();
  };
  if (!request.params || !writes(request.method, *request.params, *options_.offer.surface))
    return answered(exchange);
  net::Response response;
  response.continue_on_write_lane = answered;
  return response;
}

// ---- 2025-03-26 to 2025-11-25 ----

net::Response HttpEndpoint::legacy(const net::Head& head,
                                   std::shared_ptr<const json::value> message,
                                   net::Exchange& exchange) {
  const Frame frame = message->is_object() ? read_frame(*message) : Frame();
  const bool opens =
      frame.request && !frame.request->notification && frame.request->method == "initialize";
  const json::value* id = frame.request ? frame.request->id : nullptr;
  SharedSession session;
  if (opens) {
    session = sessions_.create(head.party);
    if (!session)
      return too_many("too many sessions are in use; try again later");
  } else {
    if (auto refused = refused_legacy(head, id))
      return *refused;
    session = sessions_.find(head.header(session_header));
    if (!session)
      return unknown_session(id);
  }
  return in_session(session, std::move(message), opens, head, exchange);
}

net::Response HttpEndpoint::in_session(const SharedSession& session,
                                       std::shared_ptr<const json::value> message, bool opens,
                                       const net::Head& head, net::Exchange& exchange) {
  const auto answered = [session, message, opens, accept = accepted(head),
                         identity = speaker_of(head)](net::Exchange& at) {
    const auto reply = std::make_shared<HttpReply>(at, accept);
    if (opens)
      reply->add_header({"Mcp-Session-Id", session->id});
    session->session.handle(*message, reply->sink(false), identity);
    return reply->response();
  };
  if (!session->session.may_write(*message))
    return answered(exchange);
  net::Response response;
  response.continue_on_write_lane = answered;
  return response;
}

net::Response HttpEndpoint::open_stream(const net::Head& head) {
  if (!accepted(head).events)
    return refusal(406, {invalid_request, "this stream is text/event-stream"});
  if (auto refused = refused_legacy(head))
    return *refused;
  const auto session = sessions_.find(head.header(session_header));
  if (!session)
    return unknown_session();
  net::Response response = event_stream_head();
  response.events = session->outbox->open(net::last_event_id(head));
  return response;
}

net::Response HttpEndpoint::end_session(const net::Head& head) {
  if (auto refused = refused_legacy(head))
    return *refused;
  if (!sessions_.end(head.header(session_header)))
    return unknown_session();
  net::Response response;
  response.status = 204;
  return response;
}

// ---- what is done between requests ----

void HttpEndpoint::tick() {
  stateless_.sweep();
  sessions_.tick();
  watch_.poll();
}

void HttpEndpoint::stop() {
  stateless_.stop();
  sessions_.finish();
}

}  // namespace aim::mcp
