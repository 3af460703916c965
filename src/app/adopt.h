// `ai-memory adopt`, and what follows from it: a server watches the places that were taken in, and
// where none runs a hook has new sessions read by a process of its own (X4).
#pragma once
#include "app/command_row.h"
#include "engine/engine.h"
#include "jobs/thread_runner.h"

namespace aim::app {

Result<int> run_adopt(OnDatabase& on);

// Not started. `engine` outlives it.
std::unique_ptr<jobs::ThreadRunner> following_of(Engine& engine, const Config& config);

// For a hook, after its answer: starts that process if places are followed and nobody has looked at
// them for some minutes. Returns at once.
void adopt_later(const Engine& engine);

// A sentence for `install`: what could be taken in; empty: nothing.
std::string told_of_adoption();

}  // namespace aim::app
