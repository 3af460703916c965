// POSIX's poll() for one of the standard streams: a pipe, a console or a file. Ends early, with
// EINTR, when a signal comes.
#pragma once
#include <winsock2.h>

struct posix_pollfd {
  int fd;
  short events, revents;
};
// Winsock's has a socket in it.
#define pollfd posix_pollfd

int poll(pollfd* stream, unsigned long count, int milliseconds);
