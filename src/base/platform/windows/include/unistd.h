// The functions of POSIX that the C library of Windows lacks (files.cpp).
#pragma once
#include_next <unistd.h>
#ifdef __cplusplus
#include <direct.h>
#include <io.h>
#include <stdlib.h>  // mkdtemp()
#include <sys/types.h>

#ifndef R_OK
#define F_OK 0
#define W_OK 2
#define R_OK 4
#endif
#ifndef X_OK
#define X_OK 1
#endif

ssize_t pread(int file, void* into, size_t size, off_t at);
ssize_t pwrite(int file, const void* from, size_t size, off_t at);
// EINVAL for a folder, as of a file system that cannot sync one.
int fsync(int file);
inline int fdatasync(int file) {
  return fsync(file);
}

int unlink(const wchar_t* name);
int rmdir(const wchar_t* name);
int access(const wchar_t* name, int how);
int mkostemp(char* name, int flags);
int pipe2(int* ends, int flags);

// One user: who that is, is the business of access lists.
inline unsigned geteuid() {
  return 1000;
}
inline unsigned getuid() {
  return geteuid();
}
inline unsigned getegid() {
  return geteuid();
}
inline int fchown(int, unsigned, unsigned) {
  return 0;
}
int gethostname(char* name, size_t size);

inline int setenv(const char* name, const char* value, int) {
  return _putenv_s(name, value);
}
inline int unsetenv(const char* name) {
  return _putenv_s(name, "");
}

// terminal.cpp, signals.cpp
int posix_isatty(int file);  // 1 only for a console
#define isatty posix_isatty
int nice(int more);
unsigned alarm(unsigned seconds);
#endif
