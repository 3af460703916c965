// The session of an assistant that does not tell its server which one it is: its hooks do, and both
// are started by the same process.
// Knows: processes (Linux), a folder of small files. Must not know: hosts.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace aim::app {

// For a hook: notes its session as that of the process that started it.
void note_host_session(const std::filesystem::path& folder, std::string_view session_id);
// For a server: the session of the last hook of the same process; empty: there was no hook.
std::string host_session(const std::filesystem::path& folder);

}  // namespace aim::app
