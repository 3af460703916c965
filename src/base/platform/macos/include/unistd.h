// Functions that no header of macOS declares or its older versions lack, and an fsync() that waits
// for the disk, as POSIX means it: that of macOS hands the bytes to the disk, whose own memory a
// power cut empties. Source: fsync(2), fcntl(2) of macOS.
#pragma once
#include_next <unistd.h>
#ifdef __cplusplus
#include <fcntl.h>

extern "C" char** environ;

inline int fsync_to_the_disk(int file) {
  return ::fcntl(file, F_FULLFSYNC) == 0 ? 0 : ::fsync(file);  // file systems that lack it
}
#define fsync fsync_to_the_disk
#define fdatasync fsync_to_the_disk

inline int pipe_with_flags(int* ends, int flags) {
  if (::pipe(ends) != 0)
    return -1;
  for (int i = 0; i < 2 && (flags & O_CLOEXEC) != 0; ++i) ::fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  return 0;
}
#define pipe2 pipe_with_flags
#endif
