// Large pages are a wish, which macOS does not know.
#pragma once
#include_next <sys/mman.h>
#ifdef __cplusplus
#define MADV_HUGEPAGE MADV_NORMAL
#endif
