#include "base/platform/windows/signals.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#include <windows.h>

#include <array>
#include <atomic>
#include <thread>

namespace aim::windows {
namespace {

using Handler = void (*)(int);

constexpr std::size_t signals = 32;
constexpr int ended_by = 128;  // and the signal: the status of a process, as shells say it

struct SignalState {
  std::array<std::atomic<Handler>, signals> handlers{};
  std::atomic<sigset_t> mask = 0, pending = 0;
  HANDLE came = ::CreateEventW(nullptr, FALSE, FALSE, nullptr);
  HANDLE is_pending = ::CreateEventW(nullptr, FALSE, FALSE, nullptr);
};
SignalState& state() {
  static SignalState& all =
      *new SignalState;  // threads of the system's may come at the end of the process
  return all;
}

// False: nobody handles it.
bool send(int signal) {
  const sigset_t bit = 1ULL << signal;
  if ((state().mask & bit) != 0) {
    state().pending |= bit;
    return ::SetEvent(state().is_pending) != 0;
  }
  const Handler handler = state().handlers[static_cast<std::size_t>(signal)];
  if (handler == SIG_DFL)
    return false;
  if (handler == SIG_IGN)
    return true;
  handler(signal);
  return ::SetEvent(state().came) != 0;
}

BOOL WINAPI on_console(DWORD event) {
  const bool goes = event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT;
  const bool handled = send(goes ? SIGHUP : event == CTRL_C_EVENT ? SIGINT : SIGTERM);
  // With the return of this the system ends the process, which gets some seconds until then.
  if (goes && handled)
    ::Sleep(INFINITE);
  return handled ? TRUE : FALSE;
}

void watch_console() {
  static const BOOL watched = ::SetConsoleCtrlHandler(on_console, TRUE);
  static_cast<void>(watched);
}

DWORD milliseconds(const timeval& time) {
  return static_cast<DWORD>(time.tv_sec * 1'000 + time.tv_usec / 1'000);
}

}  // namespace

void* signal_came() {
  return state().came;
}

}  // namespace aim::windows

using aim::windows::state;

int sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
  auto& handler = state().handlers[static_cast<std::size_t>(signal)];
  if (before)
    *before = {handler, 0, 0};
  if (action) {
    handler = action->sa_handler;
    aim::windows::watch_console();
  }
  return 0;
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) {
  aim::windows::watch_console();
  const sigset_t was = how == SIG_BLOCK ? state().mask.fetch_or(*set) : state().mask.exchange(*set);
  if (before)
    *before = was;
  return 0;
}

int sigwait(const sigset_t* set, int* signal) {
  for (;; ::WaitForSingleObject(state().is_pending, INFINITE))
    for (int each = 1; each < static_cast<int>(aim::windows::signals); ++each)
      if (const sigset_t bit = 1ULL << each; (*set & state().pending & bit) != 0) {
        state().pending &= ~bit;
        *signal = each;
        return 0;
      }
}

int setitimer(int, const itimerval* timer, itimerval*) {
  std::thread([timer = *timer] {
    ::Sleep(aim::windows::milliseconds(timer.it_value));
    for (;; ::Sleep(aim::windows::milliseconds(timer.it_interval)))
      if (!aim::windows::send(SIGALRM))
        ::_exit(aim::windows::ended_by + SIGALRM);
  }).detach();
  return 0;
}

unsigned alarm(unsigned seconds) {
  const itimerval timer{{}, {static_cast<long>(seconds), 0}};
  static_cast<void>(::setitimer(ITIMER_REAL, &timer, nullptr));
  return 0;
}

int nice(int) {
  return ::SetPriorityClass(::GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS) != 0 ? 0 : -1;
}
