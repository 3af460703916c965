// MCP over HTTP: both eras at /mcp, chosen by each request, and, when asked for, the two paths of
// 2024-11-05 (C2).
// Knows: HTTP's words, both eras. Must not know: sockets. Access (Host, Origin, token) is checked
// by the server. Threads: any; plan() never waits for the database.
#pragma once
#include "base/byte_budget.h"
#include "mcp/http/reply.h"
#include "mcp/http/sessions.h"
#include "mcp/protocol/stateless.h"
#include "mcp/protocol/watch.h"
#include "net/message.h"

namespace aim::mcp {

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
