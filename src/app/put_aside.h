// Events that hooks have put aside, in this user's folder of state: where they are, and taking them
// in. Must not know: what an event leaves to be kept.
#pragma once
#include <filesystem>

#include "config/config.h"
#include "engine/engine.h"
#include "op/hook_spool.h"

namespace aim::app {

// Under this name a database counts events of hooks that could not be kept at all.
inline constexpr std::string_view lost_hook_events = "hook events";

// Empty: no place is known.
std::filesystem::path spool_folder();
// The folder of session states, which hold pieces of what was said. Beside an encrypted database it
// is in memory ($XDG_RUNTIME_DIR); without such a folder nothing is kept. `database`: an address,
// not that of a file which this process has open.
std::filesystem::path sessions_folder(const std::string& database);
// The end of a file that grows as long as a conversation goes on; empty: it cannot be read.
std::string end_of_file(const std::filesystem::path& file, std::size_t max_bytes);

// For this database. Returns at once when nothing waits.
op::HookSpool::TakenIn take_in_put_aside(Engine& engine, const Config& config);

// The session of an assistant that does not tell its server which one it is: its hooks do, and both
// are started by the same process.

// For a hook: notes its session as that of the process that started it.
void note_host_session(const std::filesystem::path& folder, std::string_view session_id);
// For a server: what returns the session of the last hook of the process that started both; empty:
// there was no hook.
std::function<std::string()> find_host_session(const std::filesystem::path& folder);

}  // namespace aim::app
