#include "base/platform/file_system.h"

#include <stdio.h>
#include <sys/stat.h>

#include <cerrno>

namespace aim {
namespace {

constexpr std::int64_t second = 1'000'000'000;

std::error_code rename_by(const std::filesystem::path& from, const std::filesystem::path& to,
                          unsigned how) {
  if (::renamex_np(from.c_str(), to.c_str(), how) == 0)
    return {};
  if (errno == ENOTSUP)
    return std::make_error_code(std::errc::function_not_supported);
  return {errno, std::generic_category()};
}

}  // namespace

std::optional<FileFacts> file_facts(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0)
    return std::nullopt;
  FileFacts found;
  found.device = static_cast<std::uint64_t>(status.st_dev);
  found.inode = status.st_ino;
  found.born = status.st_birthtimespec.tv_sec * second + status.st_birthtimespec.tv_nsec;
  found.changed = status.st_mtimespec.tv_sec * second + status.st_mtimespec.tv_nsec;
  found.bytes = static_cast<std::uint64_t>(status.st_size);
  found.names = status.st_nlink;
  found.is_file = S_ISREG(status.st_mode);
  return found;
}

std::error_code rename_over(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  return error;
}

std::error_code rename_to_free_name(const std::filesystem::path& from,
                                    const std::filesystem::path& to) {
  return rename_by(from, to, RENAME_EXCL);
}

std::error_code exchange_names(const std::filesystem::path& a, const std::filesystem::path& b) {
  return rename_by(a, b, RENAME_SWAP);
}

}  // namespace aim
