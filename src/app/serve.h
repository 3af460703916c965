// The daemon: the HTTP server with its doors, and what is done beside it (touches, collecting,
// telling of changes).
#pragma once
#include "cli/parse.h"
#include "config/config.h"
#include "engine/engine.h"
#include "mcp/surface/offer.h"
#include "net/guard.h"
#include "net/server.h"

namespace aim::app {

// The options of `serve`, from flags, environment and configuration, checked (flags go first, the
// configuration last).
struct ServeOptions {
  net::ServerOptions server;
  net::GuardOptions guard;
  bool mcp = true;
  bool mcp_sse = false;
  std::function<void()> opened;  // called once it listens; unset: nothing
};

// Serves until SIGINT, SIGTERM or SIGHUP; then requests in flight finish, touches are written and
// the WAL is moved into the database (D5). Errors: what keeps it from beginning, in one sentence
// each.
Result<void> serve(Engine& engine, const mcp::Offer& offer, const ServeOptions& options,
                   const Config& config);

// Errors: an invalid value or token; a certificate without its key, or the reverse.
Result<ServeOptions> serve_options(const cli::Invocation& invocation, const Config& config);

// Errors: strangers reach the address, and no token is asked for. Once the tokens of the database
// are known.
Result<void> check_reach(const ServeOptions& options, const net::GuardOptions& guard);

}  // namespace aim::app
