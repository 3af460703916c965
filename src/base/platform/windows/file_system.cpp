#include "base/platform/file_system.h"

#include <windows.h>

#include <cerrno>
#include <thread>

#include "base/platform/windows/errors.h"

namespace aim {
namespace {

std::error_code last_error() {
  return {windows::errno_of(::GetLastError()), std::generic_category()};
}

// As POSIX does it: a program that has the replaced file open keeps it. Older versions of Windows
// and some disks cannot.
bool rename_as_posix(const std::filesystem::path& from, const std::filesystem::path& to) {
  struct Rename {  // FILE_RENAME_INFO, with room for a name
    DWORD flags;
    HANDLE folder;
    DWORD name_bytes;
    wchar_t name[1];
  };
  constexpr DWORD replace_if_there = 1, posix_semantics = 2;
  constexpr auto rename_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
  std::error_code error;
  const std::wstring name = std::filesystem::absolute(to, error).native();
  std::vector<std::max_align_t> room(
      (sizeof(Rename) + name.size() * sizeof(wchar_t)) / sizeof(std::max_align_t) + 1);
  auto* const asked = reinterpret_cast<Rename*>(room.data());
  asked->flags = replace_if_there | posix_semantics;
  asked->name_bytes = static_cast<DWORD>(name.size() * sizeof(wchar_t));
  std::memcpy(asked->name, name.data(), asked->name_bytes);
  const HANDLE file = ::CreateFileW(from.c_str(), DELETE | SYNCHRONIZE,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE)
    return false;
  const bool done =
      ::SetFileInformationByHandle(file, rename_info_ex, asked,
                                   static_cast<DWORD>(sizeof(Rename)) + asked->name_bytes) != 0;
  ::CloseHandle(file);
  return done;
}

// Without such renames a file that somebody has open keeps its name until that is closed: it gets
// another one first. For a moment there is no file of that name.
bool rename_after_moving_away(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::path away = to;
  away += L".replaced-" + std::to_wstring(::GetCurrentProcessId()) + L"-" +
          std::to_wstring(::GetTickCount64());
  if (!::MoveFileExW(to.c_str(), away.c_str(), 0))
    return false;
  const bool done = ::MoveFileExW(from.c_str(), to.c_str(), 0) != 0;
  if (done)
    ::DeleteFileW(away.c_str());
  else
    ::MoveFileExW(away.c_str(), to.c_str(), 0);
  return done;
}

}  // namespace

std::optional<FileFacts> file_facts(const std::filesystem::path& file) {
  const HANDLE opened = ::CreateFileW(file.c_str(), FILE_READ_ATTRIBUTES,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  BY_HANDLE_FILE_INFORMATION about{};
  const bool known =
      opened != INVALID_HANDLE_VALUE && ::GetFileInformationByHandle(opened, &about) != 0;
  if (opened != INVALID_HANDLE_VALUE)
    ::CloseHandle(opened);
  if (!known)
    return std::nullopt;
  const auto nanoseconds = [](const FILETIME& time) {
    constexpr std::int64_t from_1601_to_1970 = 116'444'736'000'000'000;
    return ((std::int64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime) - from_1601_to_1970) *
           100;
  };
  FileFacts found;
  found.device = about.dwVolumeSerialNumber;
  found.inode = std::uint64_t{about.nFileIndexHigh} << 32U | about.nFileIndexLow;
  // No time of its making: a new file of an old name gets that of the one before, and NTFS gives no
  // number twice.
  found.changed = nanoseconds(about.ftLastWriteTime);
  found.bytes = std::uint64_t{about.nFileSizeHigh} << 32U | about.nFileSizeLow;
  found.names = about.nNumberOfLinks;
  found.is_file = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
  return found;
}

std::error_code rename_over(const std::filesystem::path& from, const std::filesystem::path& to) {
  // Programs that look at every new file (those against viruses) have it open for a moment.
  constexpr int attempts = 20;
  constexpr std::chrono::milliseconds pause{10};
  if (std::error_code none; std::filesystem::is_directory(to, none))  // it would be moved away
    return std::make_error_code(std::errc::is_a_directory);
  for (int attempt = 1;; ++attempt) {
    if (rename_as_posix(from, to) ||
        ::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING))
      return {};
    const std::error_code error = last_error();
    if (error.value() != EACCES)
      return error;
    if (attempt > 1 && rename_after_moving_away(from, to))
      return {};
    if (attempt == attempts)
      return error;
    std::this_thread::sleep_for(pause);
  }
}

std::error_code rename_to_free_name(const std::filesystem::path& from,
                                    const std::filesystem::path& to) {
  return ::MoveFileExW(from.c_str(), to.c_str(), 0) ? std::error_code() : last_error();
}

std::error_code exchange_names(const std::filesystem::path&, const std::filesystem::path&) {
  return std::make_error_code(std::errc::function_not_supported);
}

}  // namespace aim
