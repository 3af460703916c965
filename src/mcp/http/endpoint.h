// MCP over HTTP: both eras at /mcp, chosen by each request, and, when asked for, the two paths of
// 2024-11-05 (C2).
// Knows: HTTP's words, both eras. Must not know: sockets. Access (Host, Origin, token) is checked
// by the server. Threads: any; plan() never waits for the database.
#pragma once
#include <chrono>

#include "base/byte_budget.h"
#include "base/mutex.h"
#include "mcp/http/reply.h"
#include "mcp/protocol/legacy_session.h"
#include "mcp/protocol/stateless.h"
#include "mcp/protocol/watch.h"
#include "net/events.h"
#include "net/message.h"

namespace aim::mcp {

// The clients of the legacy era over HTTP, by session id. Bounded: when there are too many, one
// goes of the party that has most of them, so that nobody shuts others out: one that nobody has
// used since it began (a minute ago or more, else the newest), then the one that has been idle
// longest, but none that is in use; an hour without use ends one too. A client that keeps an
// event stream open is not idle. Threads: any.

struct HttpSession {
  HttpSession(Engine& engine, Watch& watch, const Offer& offer, const SharedBudget& kept,
              std::string of);

  const std::string id;                          // not to be guessed
  const std::string party;                       // as net::Head has it
  const std::shared_ptr<net::EventFeed> outbox;  // shared with the watch's last call
  LegacySession session;
  // Owned by HttpSessions, under its lock.
  std::chrono::steady_clock::time_point last_use;
  bool used = false;  // something came after the first message
};
using SharedSession = std::shared_ptr<HttpSession>;

class HttpSessions {
 public:
  static constexpr std::size_t max_sessions = 1'000;
  static constexpr std::size_t max_kept_bytes = 16 * 1024 * 1024;  // queued bytes of all clients
  static constexpr std::chrono::hours timeout{1};
  static constexpr std::chrono::minutes time_to_speak{1};

  // `max_kept`, `idle`, `to_speak`: for tests.
  HttpSessions(Engine& engine, Watch& watch, const Offer& offer,
               std::size_t max_kept = max_sessions, std::chrono::seconds idle = timeout,
               std::chrono::seconds to_speak = time_to_speak)
      : engine_(engine),
        watch_(watch),
        offer_(offer),
        max_(max_kept),
        timeout_(idle),
        time_to_speak_(to_speak) {}

  // For who begins one, `party` as net::Head has it. Nothing: there are too many, and all of them
  // are in use.
  SharedSession create(const std::string& party);
  // Nothing when it is not known, or has ended.
  SharedSession find(std::string_view id);
  // False: no such session.
  bool end(std::string_view id);
  // Ends those that have been idle too long, and questions nobody answered.
  void tick();
  void finish();
  std::size_t size() const;

 private:
  std::vector<SharedSession> all() const;
  static void close(HttpSession& session);
  // The one that may go for another of that party.
  SharedSession take_idlest(const std::string& party) REQUIRES(mutex_);

  Engine& engine_;
  Watch& watch_;
  const Offer& offer_;
  std::size_t max_;
  std::chrono::seconds timeout_;
  std::chrono::seconds time_to_speak_;  // after its first message, before it is taken for left
  const SharedBudget kept_ = std::make_shared<ByteBudget>(max_kept_bytes);
  mutable Mutex mutex_;
  std::map<std::string, SharedSession, std::less<>> sessions_ GUARDED_BY(mutex_);
};

struct HttpOptions {
  Offer offer = {};
  bool sse_2024 = false;  // GET /sse and POST /messages, deprecated
};

class HttpEndpoint {
 public:
  static constexpr std::size_t max_body_bytes = 8 * 1024 * 1024;
  // Bytes of messages in progress or waiting, all clients together.
  static constexpr std::size_t max_message_bytes = 256 * 1024 * 1024;

  HttpEndpoint(Engine& engine, HttpOptions options)
      : options_(std::move(options)),
        watch_(engine,
               options_.offer.surface->resources ? &*options_.offer.surface->resources : nullptr),
        sessions_(engine, watch_, options_.offer),
        stateless_(engine, watch_, options_.offer) {}

  // Whether the path is one of those that plan() knows.
  bool serves(std::string_view path) const;
  // The plan for a request to such a path.
  net::Plan plan(const net::Head& head);

  // To be called about every 500 ms, on a thread that may wait for the database: sends changes,
  // closes unused sessions and streams.
  void tick();
  // Ends all event streams; calls in flight go on.
  void stop();

 private:
  // The message in a body; nothing, and the reason, if it is invalid or there is no room.
  std::shared_ptr<const json::value> take_message(const net::Request& request,
                                                  net::Response& refused);
  net::Response post(net::Request& request, net::Exchange& exchange);
  net::Response modern(const net::Head& head, std::shared_ptr<const json::value> message,
                       net::Exchange& exchange);
  net::Response legacy(const net::Head& head, std::shared_ptr<const json::value> message,
                       net::Exchange& exchange);
  net::Response in_session(const SharedSession& session, std::shared_ptr<const json::value> message,
                           bool opens, const net::Head& head, net::Exchange& exchange);
  net::Response open_stream(const net::Head& head);
  net::Response end_session(const net::Head& head);
  // 2024-11-05 (endpoint_2024.cpp)
  net::Response open_sse(const std::string& party);
  net::Response post_message(net::Request& request);

  HttpOptions options_;
  Watch watch_;
  HttpSessions sessions_;
  Stateless stateless_;
  const SharedBudget messages_ = std::make_shared<ByteBudget>(max_message_bytes);
};

}  // namespace aim::mcp
