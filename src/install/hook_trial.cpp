#include "install/hook_trial.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>

#include "base/child_process.h"

namespace aim::install {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

// A prompt that is to be skipped, of a subagent: nothing is injected and nothing is kept.
constexpr std::string_view event =
    "{\"hook_event_name\":\"Doctor\",\"session_id\":\"ai-memory-doctor\",\"prompt\":\"#skip\","
    "\"agent_id\":\"doctor\",\"cwd\":\"/\"}";

// A pipe that holds the event and has nobody left to write to it; -1: there is none to be had. An
// event is shorter than what any pipe holds, so writing never waits.
int pipe_of_event() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return -1;
  const bool whole = ::write(ends[1], event.data(), event.size()) == std::ssize(event);
  ::close(ends[1]);
  if (whole)
    return ends[0];
  ::close(ends[0]);
  return -1;
}

std::optional<pid_t> start_hook(const std::string& command) {
  const int given = pipe_of_event();
  if (given < 0)
    return std::nullopt;
  const auto process = start_program(
      {.file = "/bin/sh", .words = {"sh", "-c", command}, .input = given, .apart = Apart::group});
  ::close(given);
  return process;
}

std::string seconds(Milliseconds time) {
  std::ostringstream text;
  text << static_cast<double>(time.count()) / 1000 << " s";
  return text.str();
}

std::string fire(const std::string& command, Milliseconds limit) {
  const auto process = start_hook(command);
  if (!process)
    return "it cannot be started";
  const std::optional<int> status = ended_within(*process, limit);
  if (!status) {
    end_group(*process);
    return "it did not answer in " + seconds(limit) + " and was stopped";
  }
  if (*status == unwatched)
    return "it cannot be observed: this program was started with SIGCHLD ignored";
  if (!WIFEXITED(*status))
    return "it was terminated by a signal";
  if (WEXITSTATUS(*status) == 127 || WEXITSTATUS(*status) == 126)
    return "the program does not exist";
  return WEXITSTATUS(*status) == 0
             ? std::string()
             : "it exited with status " + std::to_string(WEXITSTATUS(*status));
}

}  // namespace

std::string HookTrial::run(const std::string& command) {
  const auto known = tried_.find(command);
  if (known != tried_.end())
    return known->second;
  if (spent_ >= limit_ * max_spent)
    return "it was not run: others took too long";
  const auto from = Clock::now();
  std::string wrong = fire(command, limit_);
  // No more than the limit: to end one takes time, too.
  spent_ += std::min(std::chrono::duration_cast<Milliseconds>(Clock::now() - from), limit_);
  return tried_.emplace(command, std::move(wrong)).first->second;
}

}  // namespace aim::install
