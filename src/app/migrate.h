// `ai-memory migrate FROM TO`: a whole database copied into an empty one of another kind
// (engine/transfer/migrate.h).
#pragma once
#include "cli/output.h"
#include "cli/parse.h"
#include "config/config.h"

namespace aim::app {

// The exit status.
int migrate_database(const cli::Invocation& invocation, const Config& config, cli::Output& out);

}  // namespace aim::app
