// The profile that this process shows, and its surface (profile/profile.h): what the command line,
// the program's name, the environment and the configuration say of it.
#pragma once
#include <filesystem>

#include "app/project_store.h"
#include "base/result.h"
#include "base/std.h"
#include "cli/parse.h"
#include "config/config.h"
#include "op/hook_two_stores.h"
#include "profile/profile.h"

namespace aim::app {

// `program`: the name that the process was called by. `own`: the profile that the command is for,
// if it names no other. Errors: there is no such profile.
Result<const profile::Profile*> profile_of(const cli::Invocation& invocation, const Config& config,
                                           std::string_view program, std::string_view own = {});

// The settings as they are for the profile: it may have a database of its own. Errors:
// validation_failed for one that it cannot work with.
Result<Config> under_profile(const Config& config, const profile::Profile& profile);

// The folder of mudpuppy's workspace and own configuration. Empty: no place is known.
std::filesystem::path mudpuppy_home(const Config& config);

// Where the database of a profile is: --db, the profile's own place, that of the core. AI_MEMORY_DB
// names the core's, never a user's store of another profile.
Result<std::string> database_of_profile(const cli::Invocation& invocation, const Config& config,
                                        const profile::Profile& profile);

// What of its configuration and of its stores is not as it was wanted, for `doctor`: a sentence
// each.
std::vector<std::string> troubles_of_vector_memory(const Config& config);

// What the profiles keep beside the core's database and nobody else is to read, whether it is there
// or not; for `doctor`.
struct PrivatePlace {
  std::string name;
  std::vector<std::filesystem::path> paths;  // files, or one folder
  bool is_folder = false;
};
std::vector<PrivatePlace> private_places_of_profiles(const Config& config);

// Two stores as hooks and `context` look at them, by the configuration; `project`: of
// vector-memory.
op::HookStores hook_stores(engine::two_stores::Stores stores, const ProjectStore& project,
                           const Config& config);
// Whether the project has files to be imported that look like memories, and nobody has said no.
bool notes_wait(ProjectStore& project);

// Null for the core, whose surface is there anyway. `project`: of vector-memory; it outlives the
// surface. `any_file`: a person imports notes, from wherever they are.
std::unique_ptr<const mcp::Surface> surface_of(const profile::Profile& profile,
                                               const Config& config, ProjectStore& project,
                                               bool any_file = false);

// Memories that the programs keep whose profiles we have: their users begin empty here; the
// sentences say how to take them in.

// A sentence for each place that holds something.
std::vector<std::string> told_of_originals();

// The file of the official server-memory: MEMORY_FILE_PATH, or where its package keeps it, of
// several the one written last. Empty: it was not found.
std::filesystem::path server_memory_file();

}  // namespace aim::app
