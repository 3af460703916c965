// `ai-memory config …`: what holds and where it comes from, where the file is, whether it is good,
// changing a value.
#pragma once
#include "cli/output.h"
#include "cli/parse.h"

namespace aim::app {

// The exit status.
int settings(const cli::Invocation& invocation, cli::Output& out, bool colour);

}  // namespace aim::app
