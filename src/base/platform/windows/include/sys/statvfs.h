// Room on a disk (files.cpp).
#pragma once
struct statvfs {
  unsigned long long f_bsize, f_frsize, f_blocks, f_bfree, f_bavail;
};
int statvfs(const wchar_t* folder, struct statvfs* room);
