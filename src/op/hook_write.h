// Writes what an event of a session leaves to be kept.
// Knows: engine. Must not know: hosts, hooks' answers, processes.
#pragma once
#include "engine/engine.h"
#include "op/hook_keep.h"

namespace aim::op {

// Whether this is the first attempt; one that ended unexpectedly may have kept some of it.
enum class Attempt { first, again };
// Errors: those of the database.
Result<void> keep_of_hook(Engine& engine, const HookKeep& keep, Attempt attempt);

// Keeps a text by the wish of the user; its id.
Result<std::string> remember_of_hook(Engine& engine, const HookKeep& keep);

}  // namespace aim::op
