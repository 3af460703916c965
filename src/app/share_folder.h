// The folder that devices share, without being asked: a server writes and takes in changes as they
// come, and a hook has a process of its own do so where no server runs (Y2).
#pragma once
#include "engine/engine.h"
#include "jobs/thread_runner.h"

namespace aim::app {

// Not started. `engine` outlives it.
std::unique_ptr<jobs::ThreadRunner> sharing_of(Engine& engine);

// For a hook, after its answer: starts that process if a folder is shared. Returns at once.
void share_later(Engine& engine);

}  // namespace aim::app
