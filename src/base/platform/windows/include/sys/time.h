// POSIX's timer of the real time, which sends SIGALRM again and again. One can be set, once.
#pragma once
#include_next <sys/time.h>

struct itimerval {
  timeval it_interval, it_value;
};
constexpr int ITIMER_REAL = 0;

int setitimer(int which, const itimerval* timer, itimerval* before);
