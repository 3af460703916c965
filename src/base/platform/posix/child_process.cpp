#include "base/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "base/platform/system.h"

extern "C" char** environ;  // macOS has it in no header

namespace aim {
namespace {

using Steady = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

void give(posix_spawn_file_actions_t& files, int descriptor, int stream) {
  if (descriptor >= 0)
    ::posix_spawn_file_actions_adddup2(&files, descriptor, stream);
  else
    ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null",
                                       stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
}

void set_apart(posix_spawnattr_t& attributes, Apart apart) {
  sigset_t none, born;
  sigemptyset(&none);
  sigemptyset(&born);
  for (const int each : {SIGPIPE, SIGXFSZ, SIGCHLD, SIGHUP, SIGINT, SIGTERM})
    sigaddset(&born, each);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &born);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  const int place = apart == Apart::group     ? POSIX_SPAWN_SETPGROUP
                    : apart == Apart::session ? POSIX_SPAWN_SETSID
                                              : 0;
  ::posix_spawnattr_setflags(
      &attributes, static_cast<short>(place | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
}

// On Linux the program that runs, also where another has its name by now.
std::string file_of(const ProgramStart& program) {
  if (!program.file.empty())
    return program.file;
  return this_system == System::linux_kernel ? "/proc/self/exe" : running_program().string();
}

}  // namespace

std::optional<pid_t> start_program(const ProgramStart& program) {
  std::vector<std::string> words = program.words;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  give(files, program.input, STDIN_FILENO);
  give(files, program.output, STDOUT_FILENO);
  give(files, -1, STDERR_FILENO);
  set_apart(attributes, program.apart);
  pid_t process = 0;
  const int failed = ::posix_spawnp(&process, file_of(program).c_str(), &files, &attributes,
                                    arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  return failed == 0 ? std::optional(process) : std::nullopt;
}

std::optional<int> ended_within(pid_t process, Milliseconds time) {
  constexpr Milliseconds longest_pause(20);
  const auto until = Steady::now() + time;
  for (Milliseconds pause(1);; pause = std::min(pause * 2, longest_pause)) {
    int status = 0;
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended != 0)
      return ended == process ? status : unwatched;
    if (Steady::now() >= until)
      return {};
    std::this_thread::sleep_for(pause);
  }
}

namespace {

// `all`: as kill() takes it. A group is there as long as its first process was not waited for.
void end(pid_t all, pid_t process) {
  constexpr Milliseconds grace(300);
  ::kill(all, SIGTERM);
  siginfo_t told{};
  const auto until = Steady::now() + grace;
  while (::waitid(P_PID, static_cast<id_t>(process), &told, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         told.si_pid == 0 && Steady::now() < until)
    std::this_thread::sleep_for(Milliseconds(5));
  ::kill(all, SIGKILL);
  (void)::waitpid(process, nullptr, 0);
}

}  // namespace

void end_program(pid_t process) {
  end(process, process);
}

void end_group(pid_t process) {
  end(-process, process);
}

}  // namespace aim
