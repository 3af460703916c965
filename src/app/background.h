// Work beside the calls of assistants, and the commands over it: places of other programs that were
// taken in (`adopt`, X4), bridges (`bridge`, X5), the folder that devices share (Y2), files as
// entries of the profile mudpuppy (`index`). A server does it in threads of its own; where none
// runs, a hook has it done after its answer.
#pragma once
#include "app/command_row.h"
#include "engine/engine.h"
#include "jobs/thread_runner.h"
#include "mine/places.h"

namespace aim::app {

Result<int> run_adopt(OnDatabase& on);
Result<int> run_bridge(OnDatabase& on);
// One pass, or with --watch until a signal ends it.
Result<int> run_index(OnDatabase& on);

// For a server; not started. `engine` outlives it.
std::unique_ptr<jobs::ThreadRunner> following_of(Engine& engine, const Config& config);
std::unique_ptr<jobs::ThreadRunner> sharing_of(Engine& engine);
// Null where the surface is another profile's, or files are not to be indexed.
std::unique_ptr<jobs::ThreadRunner> indexing_of(Engine& engine, const mcp::Surface& surface,
                                                const Config& config);

// For a server, now and then: bridges whose files or memories have changed. False: no bridge has
// changed.
bool sync_changed_bridges(Engine& engine);

// For a hook, after its answer: starts a process if places are followed and nobody has looked at
// them for some minutes, or if a folder is shared. Both return at once.
void adopt_later(const Engine& engine);
void share_later(Engine& engine);
// Bridges of its namespace, for some milliseconds; what is left then is done by a process of its
// own.
void sync_bridges_briefly(const Engine& engine, const std::string& name_space);

// Without the folders that a bridge keeps: what they hold comes by it.
std::vector<mine::FoundPlace> without_bridged(std::vector<mine::FoundPlace> places,
                                              const Engine& engine);

// A sentence for `install`: what could be taken in; empty: nothing.
std::string told_of_adoption();

// The settings as the profile mudpuppy has them, with what its own file says.
Result<Config> with_mudpuppy(const Config& config);

}  // namespace aim::app
