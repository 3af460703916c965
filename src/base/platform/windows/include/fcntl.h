// open() and locks of ranges as POSIX has them, over the files of Windows (files.cpp, locks.cpp).
// Descriptors are those of the C library, always without translation of line ends, and never
// inherited.
#pragma once
#include_next <fcntl.h>
#ifdef __cplusplus
#include <sys/types.h>

#define O_CLOEXEC O_NOINHERIT
#define O_NOCTTY 0
#define O_NONBLOCK 0  // nothing here waits for the opening of a pipe
#define O_DIRECTORY 0x1000000
#define O_NOFOLLOW 0x2000000

// `mode` without rights of others: only the user and the system get at the new file.
int open(const char* name, int flags, int mode = 0);
int open(const wchar_t* name, int flags, int mode = 0);

#define F_GETLK 5
#define F_SETLK 6
#define F_SETFD 2
#define FD_CLOEXEC 1
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2

struct flock {
  short l_type, l_whence;
  off_t l_start, l_len;
  pid_t l_pid;  // 0: Windows does not say who
};
// F_GETLK: whether any other handle has a lock there, one of this process too.
int fcntl(int file, int command, struct flock* lock);
inline int fcntl(int, int, int) {  // F_SETFD: as they are opened
  return 0;
}
#endif
