// `ai-memory hook EVENT`: one event of an assistant's session, from standard input to standard
// output.
// It never stops a host: status 0, nothing on standard error, silence on any doubt, and an end of
// its own when it takes long.
#pragma once
#include <span>
#include <string>

#include "cli/output.h"
#include "cli/parse.h"

namespace aim::app {

int hook(const cli::Invocation& invocation, cli::Output& out);

// `ai-memory detect`: what the rules find in each line of events, as a line of JSON; nothing is
// kept.
int detect_events(cli::Output& out);

// Of a command line that cannot be read: 0 where a host calls, so that no host takes it for a
// refusal.
bool is_hook_of_a_host(std::span<const std::string> words);

}  // namespace aim::app
