// `ai-memory model …`: what there is, obtaining, checking, choosing, trying out. Needs no database
// and never opens one.
#pragma once
#include "cli/output.h"
#include "cli/parse.h"
#include "config/config.h"

namespace aim::app {

// The exit status.
int models(const cli::Invocation& invocation, const Config& config, cli::Output& out, bool colour);

}  // namespace aim::app
