// The MCP server over stdio: one JSON-RPC message a line in, one a line out, in order; the log goes
// to stderr (C1, C2). Answers `initialize`, `ping` and lists before it looks at the database (S1):
// the first tool call, or the first idle moment after the handshake, opens it. Touches are written
// after each answer, expired memories collected when idle (A8).
// Knows: operations, JSON-RPC. Must not know: SQL, terminals, HTTP.
#pragma once
#include <chrono>

#include "mcp/protocol/caller_identity.h"
#include "mcp/surface/offer.h"
#include "memory/tier.h"

namespace aim {
struct Engine;
}

namespace aim::mcp {

struct StdioOptions {
  Offer offer = {};
  std::chrono::seconds gc_interval{1'800};
  CallerIdentity identity = {};  // as the environment names it
  // The session, where neither the environment nor a call names it; asked at each call. Empty:
  // nobody knows.
  std::function<std::string()> find_session = {};
  int input = 0, output = 1;  // file descriptors
  // Whether there is a database to tend; empty: always. A missing one is read as empty, and only a
  // store creates it.
  std::function<bool()> has_database = {};
  // Called once the handshake is answered and the database is open. Empty: nothing more is to be
  // started.
  std::function<void()> opened = {};
  // Called now and then while no request waits; it ends when it is asked to stop.
  std::function<void(const std::function<bool()>& stop)> tend = {};
};

// Serves until the end of input, SIGINT, SIGTERM or SIGHUP; writes the touches that still wait.
// Exit status.
int serve_stdio(Engine& engine, const StdioOptions& options);

}  // namespace aim::mcp
