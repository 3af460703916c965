// Apple's, where its SDK is there; SQLite includes it, and uses nothing of it on macOS.
#pragma once
#if __has_include_next(<sys/syscall.h>)
#include_next <sys/syscall.h>
#endif
