// What `serve` is to do, from flags, environment and configuration, checked (flags go first, the
// configuration last).
#pragma once
#include "cli/parse.h"
#include "config/config.h"
#include "net/guard.h"
#include "net/server.h"

namespace aim::app {

struct ServeOptions {
  net::ServerOptions server;
  net::GuardOptions guard;
  bool mcp = true;
  bool mcp_sse = false;
};

// Errors: a value that is none, a token that is none, half of a certificate.
Result<ServeOptions> serve_options(const cli::Invocation& invocation, const Config& config);

// Errors: strangers reach the address, and no token is asked for. Once the tokens of the database
// are known.
Result<void> check_reach(const ServeOptions& options, const net::GuardOptions& guard);

}  // namespace aim::app
