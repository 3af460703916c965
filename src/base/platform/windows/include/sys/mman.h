// Memory by pages, and files as memory (memory.cpp).
#pragma once
#include <sys/types.h>

#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED (reinterpret_cast<void*>(-1))
#define MADV_HUGEPAGE 14

void* mmap(void* wanted, size_t size, int protection, int flags, int file, off_t at);
int munmap(void* memory, size_t size);
inline int madvise(void*, size_t, int) {  // wishes
  return 0;
}
