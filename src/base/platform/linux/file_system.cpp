#include "base/platform/file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>

namespace aim {
namespace {

constexpr std::int64_t second = 1'000'000'000;

std::error_code rename_by(const std::filesystem::path& from, const std::filesystem::path& to,
                          [[maybe_unused]] unsigned how) {
#ifdef SYS_renameat2
  if (::syscall(SYS_renameat2, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), how) == 0)
    return {};
  return {errno, std::generic_category()};
#else
  static_cast<void>(from), static_cast<void>(to);
  return std::make_error_code(std::errc::function_not_supported);
#endif
}

}  // namespace

std::optional<FileFacts> file_facts(const std::filesystem::path& file) {
  struct statx status {};
  if (::statx(AT_FDCWD, file.c_str(), 0, STATX_BASIC_STATS | STATX_BTIME, &status) != 0)
    return std::nullopt;
  FileFacts found;
  found.device = makedev(status.stx_dev_major, status.stx_dev_minor);
  found.inode = status.stx_ino;
  if ((status.stx_mask & STATX_BTIME) != 0)
    found.born = status.stx_btime.tv_sec * second + status.stx_btime.tv_nsec;
  found.changed = status.stx_mtime.tv_sec * second + status.stx_mtime.tv_nsec;
  found.bytes = status.stx_size;
  found.names = status.stx_nlink;
  found.is_mounted = (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  found.is_file = S_ISREG(status.stx_mode);
  return found;
}

std::error_code rename_over(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  return error;
}

std::error_code rename_to_free_name(const std::filesystem::path& from,
                                    const std::filesystem::path& to) {
  constexpr unsigned no_replace = 1;  // as in linux/fs.h
  return rename_by(from, to, no_replace);
}

std::error_code exchange_names(const std::filesystem::path& a, const std::filesystem::path& b) {
  constexpr unsigned exchange = 2;
  return rename_by(a, b, exchange);
}

}  // namespace aim
