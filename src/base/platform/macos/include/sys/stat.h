// Times of files under the names that POSIX gives them.
#pragma once
#include_next <sys/stat.h>
#ifdef __cplusplus
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif
