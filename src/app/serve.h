// The daemon: the HTTP server with its doors, and what is done beside it (touches, collecting,
// telling of changes).
#pragma once
#include "app/serve_options.h"
#include "config/config.h"
#include "engine/engine.h"
#include "mcp/surface/offer.h"

namespace aim::app {

// Serves until SIGINT, SIGTERM or SIGHUP; then requests in flight finish, touches are written and
// the WAL is moved into the database (D5). Errors: what keeps it from beginning, in one sentence
// each.
Result<void> serve(Engine& engine, const mcp::Offer& offer, const ServeOptions& options,
                   const Config& config);

}  // namespace aim::app
