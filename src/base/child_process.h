// Other programs: started with the streams they are given (others of this process are to be closed
// on exec), waited for within a time, ended with all that they started.
// Knows: processes. Must not know: which programs, or what for.
// Threads: any.
#pragma once
#include <sys/types.h>

#include <chrono>

#include "base/std.h"

namespace aim {

enum class Apart {
  none,
  group,   // a process group of its own, to be ended as one
  session  // a session of its own: it outlives the terminal
};

struct ProgramStart {
  std::string file = {};  // looked for along PATH where it has no slash; empty: this program
  std::vector<std::string> words;  // the first is the name it is called by
  int input = -1, output = -1;     // descriptors; -1: nothing to read, written to nowhere
  Apart apart = Apart::none;
};

// With the signals that a program is born with: a server's threads have theirs blocked. Its
// standard error is discarded. Nothing: it could not be started.
std::optional<pid_t> start_program(const ProgramStart& program);

// The status of waitpid() once it has ended, if it does within the time. `unwatched`: its end
// cannot be observed, because this program was started so.
inline constexpr int unwatched = -1;
std::optional<int> ended_within(pid_t process, std::chrono::milliseconds time);

// Ends a process that was not waited for yet: asked first, so that it can put its things in order.
// The second with the group of which it is the first.
void end_program(pid_t process);
void end_group(pid_t process);

// Started and waited for within the time, else ended: whether its exit status is 0.
inline bool run_program(const ProgramStart& program, std::chrono::milliseconds time) {
  const auto process = start_program(program);
  if (!process)
    return false;
  const auto status = ended_within(*process, time);
  if (!status)
    end_program(*process);
  return status == 0;
}

}  // namespace aim
