// `ai-memory hook EVENT`: one event of an assistant's session, from standard input to standard
// output.
// It never stops a host: status 0, nothing on standard error, silence on any doubt, and an end of
// its own when it takes long.
#pragma once
#include "app/command_row.h"
#include "op/hook.h"
#include "profile/profile.h"

namespace aim::app {

Result<int> hook(const Start& start);

// `ai-memory detect`: what the rules find in each line of events, as a line of JSON; nothing is
// kept.
Result<int> detect_events(const Start& start);

// Of a command line that cannot be read: 0 where a host calls, so that no host takes it for a
// refusal.
bool is_hook_of_a_host(std::span<const std::string> words);

// The settings of hooks in a profile.
op::HookSettings hook_settings(const Config& config, const profile::Profile& profile);

// Whether the databases of an event can be asked. A database that does not exist yet is empty.
struct StoreStanding {
  bool exists = false, is_current = false;
};
// The user's and the project's together: any that cannot be used as it is silences the hook.
StoreStanding with_project(StoreStanding user, bool project_exists, bool project_ready);

}  // namespace aim::app
