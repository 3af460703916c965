// Locks of whole files (locks.cpp). They are on a byte that no file has: what is in the file can be
// read and written by all, as on other systems.
#pragma once
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
int flock(int file, int how);
