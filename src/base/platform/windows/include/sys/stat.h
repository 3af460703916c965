// stat() with times in nanoseconds, the file's number and the number of its names (files.cpp). The
// C library's own has none of them. Rights are those that an owner has of private files.
#pragma once
#ifndef __cplusplus
#include_next <sys/stat.h>
#else
#define stat crt_stat
#define fstat crt_fstat
#include_next <sys/stat.h>
#undef stat
#undef fstat
#include <direct.h>
#include <errno.h>
#include <io.h>
#include <time.h>

#define S_ISVTX 01000
#ifndef S_ISLNK
#define S_IFLNK 0xA000
#define S_ISLNK(m) (((m)&S_IFMT) == S_IFLNK)
#endif
#ifndef S_ISSOCK
#define S_IFSOCK 0xC000
#define S_ISSOCK(m) (((m)&S_IFMT) == S_IFSOCK)
#endif

struct stat {
  unsigned st_dev;
  unsigned long long st_ino;
  unsigned st_mode, st_nlink, st_uid, st_gid;
  long long st_size;
  struct timespec st_mtim, st_ctim;
};
int stat(const char* name, struct stat* status);
int stat(const wchar_t* name, struct stat* status);
int lstat(const char* name, struct stat* status);
int lstat(const wchar_t* name, struct stat* status);
int fstat(int file, struct stat* status);

int mkdir(const char* name, int mode);
int mkdir(const wchar_t* name, int mode);
// Others keep no rights where `mode` gives them none, else those that the folder gives.
int chmod(const wchar_t* name, int mode);
int fchmod(int file, int mode);
// Files of Windows are no pipes.
inline int mkfifo(const wchar_t*, int) {
  errno = ENOSYS;
  return -1;
}
#endif
