// `ai-memory call`: one tool of the profile, run as MCP would run it.
#pragma once
#include "cli/output.h"
#include "cli/parse.h"
#include "engine/engine.h"
#include "mcp/surface/offer.h"

namespace aim::app {

// Prints the text of the result. The exit status: 1 when the result is an error.
int call(const cli::Invocation& invocation, Engine& engine, const mcp::Offer& offer,
         cli::Output& out);

// Runs the tool for each line of standard input, and prints a line for each (mcp/surface/call.h).
int call_lines(Engine& engine, std::string_view tool, const mcp::Offer& offer, cli::Output& out);

}  // namespace aim::app
