// Files as entries of the profile mudpuppy: its background task in servers, and `ai-memory index`.
#pragma once
#include "app/command_row.h"

namespace aim::app {

// Not started. Null where the surface is another profile's, or files are not to be indexed.
// `engine` outlives it.
std::unique_ptr<jobs::ThreadRunner> indexing_of(Engine& engine, const mcp::Surface& surface,
                                                const Config& config);

// The settings as the profile has them, with what its own file says.
Result<Config> with_mudpuppy(const Config& config);

// One pass, or with --watch until a signal ends it.
Result<int> run_index(OnDatabase& on);

}  // namespace aim::app
