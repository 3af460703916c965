// `ai-memory bridge`, and when bridges are synced otherwise: by a server's thread beside what
// follows sessions, and after the answer of a hook when a session begins or ends (X5).
// Knows: the book, commands. Must not know: what a sync does to a file.
#pragma once
#include "app/command_row.h"
#include "engine/engine.h"
#include "mine/places.h"

namespace aim::app {

Result<int> run_bridge(OnDatabase& on);

// For a server, now and then: those whose files or memories have changed. False: no bridge has
// changed.
bool sync_changed_bridges(Engine& engine);

// For a hook, after its answer: those of its namespace, for some milliseconds; what is left then is
// done by a process of its own.
void sync_bridges_briefly(const Engine& engine, const std::string& name_space);

// Without the folders that a bridge keeps: what they hold comes by it.
std::vector<mine::FoundPlace> without_bridged(std::vector<mine::FoundPlace> places,
                                              const Engine& engine);

}  // namespace aim::app
