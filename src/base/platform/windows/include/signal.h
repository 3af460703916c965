// Signals as POSIX has them: those of the console and of timers. Handlers run in a thread of the
// system's; a mask holds for the whole process.
#pragma once
#include_next <signal.h>

#ifndef SIGHUP
#define SIGHUP 1
#define SIGPIPE 13
#endif
#ifndef SIGALRM
#define SIGALRM 14
#endif
#undef pthread_sigmask
constexpr int SA_RESTART = 0, SIG_BLOCK = 0, SIG_SETMASK = 2;

using sigset_t = unsigned long long;
struct sigaction {
  void (*sa_handler)(int);
  sigset_t sa_mask;
  int sa_flags;
};

inline int sigemptyset(sigset_t* set) {
  *set = 0;
  return 0;
}
inline int sigaddset(sigset_t* set, int signal) {
  *set |= 1ULL << signal;
  return 0;
}
int sigaction(int signal, const struct sigaction* action, struct sigaction* before);
int pthread_sigmask(int how, const sigset_t* set, sigset_t* before);
int sigwait(const sigset_t* set, int* signal);
