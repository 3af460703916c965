// Locks of files and of ranges in them. Windows keeps them by handle, as flock() does, and lets
// nobody read or write what is locked: a whole file is therefore locked by a byte far beyond its
// end.
#include <windows.h>
// clang-format off
#include <fcntl.h>
#include <io.h>
#include <sys/file.h>
// clang-format on

#include "base/platform/windows/errors.h"
#include "base/std.h"

using aim::windows::failed;

namespace {

HANDLE handle_of(int file) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

OVERLAPPED place_of(std::uint64_t at) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(at);
  place.OffsetHigh = static_cast<DWORD>(at >> 32U);
  return place;
}

bool lock_range(HANDLE file, DWORD how, std::uint64_t at, std::uint64_t size) {
  OVERLAPPED place = place_of(at);
  return ::LockFileEx(file, how, 0, static_cast<DWORD>(size), static_cast<DWORD>(size >> 32U),
                      &place) != 0;
}

bool unlock_range(HANDLE file, std::uint64_t at, std::uint64_t size) {
  OVERLAPPED place = place_of(at);
  return ::UnlockFileEx(file, 0, static_cast<DWORD>(size), static_cast<DWORD>(size >> 32U),
                        &place) != 0;
}

constexpr std::uint64_t beyond_all = std::uint64_t{1} << 62U;

}  // namespace

int flock(int file, int how) {
  const HANDLE handle = handle_of(file);
  if ((how & LOCK_UN) != 0)
    return unlock_range(handle, beyond_all, 1) ? 0 : failed();
  const DWORD flags = ((how & LOCK_EX) != 0 ? LOCKFILE_EXCLUSIVE_LOCK : 0) |
                      ((how & LOCK_NB) != 0 ? LOCKFILE_FAIL_IMMEDIATELY : 0);
  return lock_range(handle, flags, beyond_all, 1) ? 0 : failed();
}

int fcntl(int file, int command, struct flock* lock) {
  const HANDLE handle = handle_of(file);
  const auto at = static_cast<std::uint64_t>(lock->l_start);
  const auto size = static_cast<std::uint64_t>(lock->l_len);
  if (lock->l_type == F_UNLCK)
    return unlock_range(handle, at, size) ? 0 : failed();
  const DWORD flags =
      LOCKFILE_FAIL_IMMEDIATELY | (lock->l_type == F_WRLCK ? LOCKFILE_EXCLUSIVE_LOCK : 0);
  const bool taken = lock_range(handle, flags, at, size);
  if (command == F_SETLK)
    return taken ? 0 : failed();
  if (taken) {
    unlock_range(handle, at, size);
    lock->l_type = F_UNLCK;
    return 0;
  }
  lock->l_pid = 0;
  return ::GetLastError() == ERROR_LOCK_VIOLATION ? 0 : failed();
}
