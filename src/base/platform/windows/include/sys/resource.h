// POSIX's limits of a process, which Windows does not have: none is known, and none can be set.
#pragma once

struct rlimit {
  unsigned long long rlim_cur, rlim_max;
};
constexpr int RLIMIT_NOFILE = 7, RLIMIT_CORE = 4;

inline int getrlimit(int, rlimit*) {
  return -1;
}
inline int setrlimit(int, const rlimit*) {
  return -1;
}
