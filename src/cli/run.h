// One command, from its arguments to what is printed: makes the operation's arguments, calls it,
// shows the reply.
// Knows: operations, renderers. Must not know: the engine behind the operations, the store.
#pragma once
#include <ostream>

#include "base/clock.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "memory/tier.h"

namespace aim::cli {

struct RunContext {
  FeatureTier tier = FeatureTier::semantic;
  const Clock& clock;
  Output& out;
  bool colour = false;
  const op::HookSettings* hooks = nullptr;  // see op::Caller
  std::function<void()>
      after_answer;  // for commands that use memories; runs when the answer is out (S3)
};

// Runs the operation of the command. The exit status.
int run(const Invocation& invocation, Engine& engine, const RunContext& surroundings);

// All of standard input, up to `max_bytes`; at a terminal it says that it waits for `what`.
std::string read_stdin(std::string_view what, std::size_t max_bytes);

// The next line of standard input, without the end that Windows gives it; nothing at the end.
std::optional<std::string> next_line();

// The error as the command line tells it, with what to do in commands.
std::string sentence(const Error& error, const op::Words& words = command_words());
// "error: <sentence>; <what to do>" on standard error. The exit status of that error.
int report(const Error& error);
// As above, the field at fault named as the command line names it.
int report(const Error& error, const Command& command, const op::Words& words = command_words());

}  // namespace aim::cli
