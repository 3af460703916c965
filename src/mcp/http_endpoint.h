// MCP over HTTP: both eras at /mcp, chosen by each request, and, when asked for, the two paths of 2024-11-05 (C2).
// Knows: HTTP's words, both eras. Must not know: sockets. Who may speak at all (Host, Origin, token) is the server's affair.
// Threads: any; plan() never waits for the database.
#pragma once
#include <memory>
#include <string_view>

#include "mcp/http_headers.h"
#include "mcp/http_sessions.h"
#include "mcp/modern.h"
#include "mcp/watch.h"
#include "net/message.h"

namespace aim::mcp {

struct HttpOptions {
  FeatureTier tier = FeatureTier::semantic;
  bool sse_2024 = false;  // GET /sse and POST /messages, deprecated
};

class HttpEndpoint {
 public:
  static constexpr std::size_t max_body_bytes = 8 * 1024 * 1024;

  HttpEndpoint(Engine& engine, HttpOptions options)
      : options_(options),
        watch_(engine),
        sessions_(engine, watch_, options.tier),
        modern_(engine, watch_, options.tier) {}

  // Whether the path is one of those that plan() knows.
  bool serves(std::string_view path) const;
  // What to do with a request for such a path.
  net::Plan plan(const net::Head& head);

  // To be called about every 500 ms, on a thread that may wait for the database: tells of changes, ends what nobody uses.
  void tick();
  // Ends all event streams; calls in flight go on.
  void stop();

 private:
  net::Response post(net::Request& request, net::Exchange& exchange);
  net::Response modern(const net::Head& head, std::shared_ptr<const json::value> message, net::Exchange& exchange);
  net::Response legacy(const net::Head& head, std::shared_ptr<const json::value> message, net::Exchange& exchange);
  net::Response in_session(const SharedSession& session, std::shared_ptr<const json::value> message, bool opens,
                           const net::Head& head, net::Exchange& exchange);
  net::Response open_stream(const net::Head& head);
  net::Response end_session(const net::Head& head);
  // 2024-11-05 (http_endpoint_2024.cpp)
  net::Response open_sse();
  net::Response post_message(net::Request& request);

  HttpOptions options_;
  Watch watch_;
  HttpSessions sessions_;
  Modern modern_;
};

// What a body holds. Errors: parse_error.
std::optional<Fault> read_body(const net::Request& request, json::value& message);

}  // namespace aim::mcp
