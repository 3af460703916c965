// The C library's io.h without its open(): ours is in fcntl.h, and its files can be renamed and
// removed while they are open. For C the header is as it was.
#pragma once
#ifdef __cplusplus
#define open crt_open
#include_next <io.h>
#undef open
#else
#include_next <io.h>
#endif
