// Events that hooks have put aside, in this user's folder of state: where they are, and taking them
// in. Must not know: what an event leaves to be kept.
#pragma once
#include <filesystem>
#include <string>

#include "config/config.h"
#include "engine/engine.h"
#include "op/hook_spool.h"

namespace aim::app {

// Under this name a database counts events of hooks that could not be kept at all.
inline constexpr std::string_view lost_hook_events = "hook events";

// Empty: no place is known.
std::filesystem::path spool_folder();
// The end of a file that grows as long as a conversation goes on; empty: it cannot be read.
std::string end_of_file(const std::filesystem::path& file, std::size_t max_bytes);

// For this database. Returns at once when nothing waits.
op::HookSpool::TakenIn take_in_put_aside(Engine& engine, const Config& config);

}  // namespace aim::app
