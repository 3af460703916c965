// `ai-memory ui`: the address of the page, opened or printed; a server is started where none runs
// (L12).
#pragma once
#include "cli/output.h"
#include "cli/parse.h"
#include "config/config.h"

namespace aim::app {

// The exit status. Takes the flags of `serve`, which say where the server is and how it is started.
int show_page(const cli::Invocation& invocation, const Config& config, cli::Output& out);

}  // namespace aim::app
