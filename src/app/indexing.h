// Files as entries of the profile mudpuppy: its background task in servers, and `ai-memory index`.
#pragma once
#include "base/result.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "config/config.h"
#include "engine/engine.h"
#include "jobs/thread_runner.h"
#include "mcp/surface/surface.h"

namespace aim::app {

// Not started. Null where the surface is another profile's, or files are not to be indexed.
// `engine` outlives it.
std::unique_ptr<jobs::ThreadRunner> indexing_of(Engine& engine, const mcp::Surface& surface,
                                                const Config& config);

// The settings as the profile has them, with what its own file says.
Result<Config> with_mudpuppy(const Config& config);

// One pass, or with --watch until it is told to end. Exit status.
int index_files(Engine& engine, const cli::Invocation& invocation, const Config& config,
                cli::Output& out);

}  // namespace aim::app
