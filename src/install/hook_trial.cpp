#include "install/hook_trial.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>

namespace aim::install {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

// A prompt that is to be skipped, of a subagent: nothing is injected and nothing is kept.
constexpr std::string_view event =
    "{\"hook_event_name\":\"Doctor\",\"session_id\":\"ai-memory-doctor\",\"prompt\":\"#skip\","
    "\"agent_id\":\"doctor\",\"cwd\":\"/\"}";

// A pipe that holds the event and has nobody left to write to it; -1: there is none to be had. An event is shorter than what any
// pipe holds, so writing never waits.
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

// In a process group of its own, to be ended as one, and with the signals that a program is born with: a server's threads have
// theirs blocked. 0: it could not be started.
pid_t start(std::string command) {
  const int given = pipe_of_event();
  if (given < 0)
    return 0;
  std::string shell = "sh", flag = "-c";
  std::array<char*, 4> arguments{shell.data(), flag.data(), command.data(), nullptr};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&files, given, STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  sigset_t none, born;
  sigemptyset(&none);
  sigemptyset(&born);
  for (const int each : {SIGPIPE, SIGCHLD, SIGHUP, SIGINT, SIGTERM}) sigaddset(&born, each);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &born);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int failed =
      ::posix_spawn(&process, "/bin/sh", &files, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  ::close(given);
  return failed == 0 ? process : 0;
}

// Its status once it has ended, if it does within the time; unwatched: it ends unseen, as whoever started this program has it.
constexpr int unwatched = -1;
std::optional<int> ended_within(pid_t process, Milliseconds time) {
  constexpr Milliseconds longest_pause(20);
  const auto until = Clock::now() + time;
  for (Milliseconds pause(1);; pause = std::min(pause * 2, longest_pause)) {
    int status = 0;
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended != 0)
      return ended == process ? status : unwatched;
    if (Clock::now() >= until)
      return {};
    std::this_thread::sleep_for(pause);
  }
}

// Asked first, so that it can put its things in order. The group is there as long as its first process was not waited for.
void end(pid_t process) {
  constexpr Milliseconds grace(300);
  ::kill(-process, SIGTERM);
  siginfo_t told{};
  const auto until = Clock::now() + grace;
  while (::waitid(P_PID, static_cast<id_t>(process), &told, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         told.si_pid == 0 && Clock::now() < until)
    std::this_thread::sleep_for(Milliseconds(5));
  ::kill(-process, SIGKILL);
  (void)::waitpid(process, nullptr, 0);
}

std::string seconds(Milliseconds time) {
  std::ostringstream text;
  text << static_cast<double>(time.count()) / 1000 << " s";
  return text.str();
}

std::string fire(const std::string& command, Milliseconds limit) {
  const pid_t process = start(command);
  if (process == 0)
    return "it cannot be started";
  const std::optional<int> status = ended_within(process, limit);
  if (!status) {
    end(process);
    return "it did not answer in " + seconds(limit) + " and was ended";
  }
  if (*status == unwatched)
    return "it cannot be watched: this program was started with SIGCHLD ignored";
  if (!WIFEXITED(*status))
    return "it was ended by a signal";
  if (WEXITSTATUS(*status) == 127 || WEXITSTATUS(*status) == 126)
    return "the program is not there";
  return WEXITSTATUS(*status) == 0 ? std::string()
                                   : "it ended with status " + std::to_string(WEXITSTATUS(*status));
}

}  // namespace

std::string HookTrial::run(const std::string& command) {
  const auto known = tried_.find(command);
  if (known != tried_.end())
    return known->second;
  if (spent_ >= limit_ * patience)
    return "it was not tried: others took too long";
  const auto from = Clock::now();
  std::string wrong = fire(command, limit_);
  // No more than the limit: to end one takes time, too.
  spent_ += std::min(std::chrono::duration_cast<Milliseconds>(Clock::now() - from), limit_);
  return tried_.emplace(command, std::move(wrong)).first->second;
}

}  // namespace aim::install
