// The functions of POSIX on files that Windows has under other names.
#include <windows.h>
// clang-format off
#include <aclapi.h>
#include <fcntl.h>
#include <sddl.h>
#include <share.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
// clang-format on

#include <filesystem>
#include <random>

#include "base/file.h"
#include "base/platform/windows/errors.h"
#include "base/std.h"

namespace aim::windows {

int errno_of(unsigned long error) {
  switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_DRIVE:
      return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_DELETE_PENDING:
    case ERROR_WRITE_PROTECT:
      return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_LOCK_VIOLATION:
    case ERROR_IO_PENDING:
      return EWOULDBLOCK;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_DIR_NOT_EMPTY:
      return ENOTEMPTY;
    case ERROR_DIRECTORY:
      return ENOTDIR;
    case ERROR_NOT_SAME_DEVICE:
      return EXDEV;
    case ERROR_INVALID_HANDLE:
      return EBADF;
    case ERROR_FILENAME_EXCED_RANGE:
      return ENAMETOOLONG;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_COMMITMENT_LIMIT:
      return ENOMEM;
    case ERROR_INVALID_PARAMETER:
    case ERROR_INVALID_FUNCTION:
    case ERROR_NOT_SUPPORTED:
      return EINVAL;
    default:
      return EIO;
  }
}

int failed() {
  errno = errno_of(::GetLastError());
  return -1;
}

namespace {

std::wstring user_id() {
  HANDLE token = nullptr;
  if (!::OpenProcessToken(::GetCurrentProcess(), TOKEN_QUERY, &token))
    return {};
  alignas(TOKEN_USER) std::array<char, sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE> user{};
  DWORD size = user.size();
  const bool known = ::GetTokenInformation(token, TokenUser, user.data(), size, &size) != 0;
  ::CloseHandle(token);
  wchar_t* text = nullptr;
  if (!known ||
      !::ConvertSidToStringSidW(reinterpret_cast<TOKEN_USER*>(user.data())->User.Sid, &text))
    return {};
  std::wstring id(text);
  ::LocalFree(text);
  return id;
}

// For this user and the system alone, and so for all that is made in a folder of that kind. Null:
// Windows does not say who the user is; rights are those of the folder then.
PSECURITY_DESCRIPTOR for_user_alone() {
  static PSECURITY_DESCRIPTOR const made = [] {
    PSECURITY_DESCRIPTOR rights = nullptr;
    const std::wstring user = user_id();
    const std::wstring text = L"D:P(A;OICI;FA;;;" + user + L")(A;OICI;FA;;;SY)";
    if (!user.empty())
      ::ConvertStringSecurityDescriptorToSecurityDescriptorW(text.c_str(), SDDL_REVISION_1, &rights,
                                                             nullptr);
    return rights;
  }();
  return made;
}

bool is_private(int mode) {
  return (mode & 077) == 0;
}

SECURITY_ATTRIBUTES attributes_of(int mode) {
  return {sizeof(SECURITY_ATTRIBUTES), is_private(mode) ? for_user_alone() : nullptr, FALSE};
}

constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

DWORD rights_of(int flags) {
  // To append alone is one step for Windows: the end is looked up with the write.
  const DWORD write = (flags & O_APPEND) != 0 ? DWORD{FILE_APPEND_DATA} : DWORD{GENERIC_WRITE};
  switch (flags & O_ACCMODE) {
    case O_RDONLY:
      return GENERIC_READ;
    case O_WRONLY:
      return write | FILE_READ_ATTRIBUTES | SYNCHRONIZE;
    default:
      return GENERIC_READ | write;
  }
}

DWORD what_to_do(int flags) {
  if ((flags & O_CREAT) != 0)
    return (flags & O_EXCL) != 0    ? CREATE_NEW
           : (flags & O_TRUNC) != 0 ? CREATE_ALWAYS
                                    : OPEN_ALWAYS;
  return (flags & O_TRUNC) != 0 ? TRUNCATE_EXISTING : OPEN_EXISTING;
}

bool is_link(HANDLE file) {
  FILE_ATTRIBUTE_TAG_INFO tag{};
  return ::GetFileInformationByHandleEx(file, FileAttributeTagInfo, &tag, sizeof(tag)) &&
         (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK || tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

timespec time_of(const FILETIME& time) {
  constexpr std::int64_t from_1601_to_1970 = 11'644'473'600, a_second = 10'000'000;
  const std::int64_t ticks = std::int64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime;
  timespec out{};
  out.tv_sec = ticks / a_second - from_1601_to_1970;
  out.tv_nsec = static_cast<long>(ticks % a_second * 100);
  return out;
}

int status_of(HANDLE file, struct stat& status) {
  status = {};
  status.st_uid = status.st_gid = ::geteuid();
  status.st_nlink = 1;
  if (::GetFileType(file) != FILE_TYPE_DISK) {
    status.st_mode = ::GetFileType(file) == FILE_TYPE_PIPE ? S_IFIFO | 0600U : S_IFCHR | 0600U;
    return 0;
  }
  BY_HANDLE_FILE_INFORMATION about{};
  if (!::GetFileInformationByHandle(file, &about))
    return failed();
  const bool is_folder = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  status.st_mode = is_link(file) ? S_IFLNK | 0700U : is_folder ? S_IFDIR | 0700U : S_IFREG | 0600U;
  if ((about.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0 && !is_folder)
    status.st_mode &= ~0200U;
  status.st_dev = about.dwVolumeSerialNumber;
  status.st_ino = std::uint64_t{about.nFileIndexHigh} << 32 | about.nFileIndexLow;
  status.st_nlink = about.nNumberOfLinks;
  status.st_size = std::int64_t{about.nFileSizeHigh} << 32 | about.nFileSizeLow;
  status.st_mtim = status.st_ctim = time_of(about.ftLastWriteTime);
  return 0;
}

int status_of(const wchar_t* name, DWORD flags, struct stat& status) {
  const HANDLE file = ::CreateFileW(name, FILE_READ_ATTRIBUTES, shared, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr);
  if (file == INVALID_HANDLE_VALUE)
    return failed();
  const int done = status_of(file, status);
  ::CloseHandle(file);
  return done;
}

// Others have the rights that the folder gives them, or none.
int set_rights(HANDLE file, int mode) {
  if (file == INVALID_HANDLE_VALUE)
    return failed();
  ACL none{};
  ::InitializeAcl(&none, sizeof(none), ACL_REVISION);
  PACL list = &none;
  BOOL present = FALSE, usual = FALSE;
  const bool is_private_now =
      is_private(mode) && for_user_alone() &&
      ::GetSecurityDescriptorDacl(for_user_alone(), &present, &list, &usual) != 0;
  const DWORD error = ::SetSecurityInfo(
      file, SE_FILE_OBJECT,
      DACL_SECURITY_INFORMATION | (is_private_now ? PROTECTED_DACL_SECURITY_INFORMATION
                                                  : UNPROTECTED_DACL_SECURITY_INFORMATION),
      nullptr, nullptr, list, nullptr);
  ::CloseHandle(file);
  errno = errno_of(error);
  return error == ERROR_SUCCESS ? 0 : -1;
}

HANDLE handle_of(int file) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

std::wstring wide(const char* name) {
  return std::filesystem::path(name).native();
}

}  // namespace
}  // namespace aim::windows

using namespace aim::windows;  // NOLINT: the functions of POSIX are in no namespace

int open(const wchar_t* given, int flags, int mode) {
  const wchar_t* const name = std::wstring_view(given) == L"/dev/null" ? L"NUL" : given;
  if (name == given && !aim::is_path_on_windows(std::filesystem::path(given).string())) {
    errno = EINVAL;
    return -1;
  }
  SECURITY_ATTRIBUTES attributes = attributes_of((flags & O_CREAT) != 0 ? mode : 0777);
  const DWORD way = ((flags & O_DIRECTORY) != 0 ? FILE_FLAG_BACKUP_SEMANTICS : 0) |
                    ((flags & O_NOFOLLOW) != 0 ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
  const HANDLE file = ::CreateFileW(name, rights_of(flags), shared, &attributes, what_to_do(flags),
                                    FILE_ATTRIBUTE_NORMAL | way, nullptr);
  if (file == INVALID_HANDLE_VALUE)
    return failed();
  struct stat status {};
  int problem = 0;
  if ((flags & O_NOFOLLOW) != 0 && is_link(file))
    problem = ELOOP;
  else if ((flags & O_DIRECTORY) != 0 && (status_of(file, status) != 0 || !S_ISDIR(status.st_mode)))
    problem = ENOTDIR;
  const int number = problem != 0
                         ? -1
                         : ::_open_osfhandle(reinterpret_cast<std::intptr_t>(file),
                                             (flags & O_APPEND) | _O_BINARY | _O_NOINHERIT);
  if (number >= 0)
    return number;
  ::CloseHandle(file);
  errno = problem != 0 ? problem : EMFILE;
  return -1;
}

int open(const char* name, int flags, int mode) {
  return ::open(wide(name).c_str(), flags, mode);
}

namespace {

OVERLAPPED place_of(off_t at) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(at);
  place.OffsetHigh = static_cast<DWORD>(static_cast<std::uint64_t>(at) >> 32U);
  return place;
}

constexpr size_t at_once = size_t{1} << 30U;

}  // namespace

ssize_t pread(int file, void* into, size_t size, off_t at) {
  OVERLAPPED place = place_of(at);
  DWORD got = 0;
  if (!::ReadFile(handle_of(file), into, static_cast<DWORD>(std::min(size, at_once)), &got, &place))
    return ::GetLastError() == ERROR_HANDLE_EOF ? 0 : failed();
  return static_cast<ssize_t>(got);
}

ssize_t pwrite(int file, const void* from, size_t size, off_t at) {
  OVERLAPPED place = place_of(at);
  DWORD done = 0;
  if (!::WriteFile(handle_of(file), from, static_cast<DWORD>(std::min(size, at_once)), &done,
                   &place))
    return failed();
  return static_cast<ssize_t>(done);
}

int fsync(int file) {
  if (::FlushFileBuffers(handle_of(file)))
    return 0;
  struct stat status {};
  const int done = failed();
  if (::fstat(file, &status) == 0 && S_ISDIR(status.st_mode))
    errno = EINVAL;
  return done;
}

int unlink(const wchar_t* name) {
  return ::DeleteFileW(name) ? 0 : failed();
}

int rmdir(const wchar_t* name) {
  return ::RemoveDirectoryW(name) ? 0 : failed();
}

int access(const wchar_t* name, int how) {
  return ::_waccess(name, how & (R_OK | W_OK));
}

int mkostemp(char* name, int flags) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  char* const end = name + std::strlen(name);
  int file = -1;
  for (int attempt = 0; file < 0 && attempt < 100; ++attempt) {
    for (char* at = end - 6; at != end; ++at) *at = letters[random() % letters.size()];
    file = ::open(name, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file < 0 && errno != EEXIST)
      break;
  }
  return file;
}

int pipe2(int* ends, int) {
  return ::_pipe(ends, 65'536, _O_BINARY | _O_NOINHERIT);
}

int gethostname(char* name, size_t size) {
  auto room = static_cast<DWORD>(size);
  return ::GetComputerNameExA(ComputerNameDnsHostname, name, &room) ? 0 : failed();
}

int stat(const wchar_t* name, struct stat* status) {
  return status_of(name, 0, *status);
}

int stat(const char* name, struct stat* status) {
  return ::stat(wide(name).c_str(), status);
}

int lstat(const wchar_t* name, struct stat* status) {
  return status_of(name, FILE_FLAG_OPEN_REPARSE_POINT, *status);
}

int lstat(const char* name, struct stat* status) {
  return ::lstat(wide(name).c_str(), status);
}

int fstat(int file, struct stat* status) {
  return status_of(handle_of(file), *status);
}

int mkdir(const wchar_t* name, int mode) {
  SECURITY_ATTRIBUTES attributes = attributes_of(mode);
  return ::CreateDirectoryW(name, &attributes) ? 0 : failed();
}

int mkdir(const char* name, int mode) {
  return ::mkdir(wide(name).c_str(), mode);
}

int chmod(const wchar_t* name, int mode) {
  return set_rights(::CreateFileW(name, READ_CONTROL | WRITE_DAC, shared, nullptr, OPEN_EXISTING,
                                  FILE_FLAG_BACKUP_SEMANTICS, nullptr),
                    mode);
}

int fchmod(int file, int mode) {
  return set_rights(::ReOpenFile(handle_of(file), READ_CONTROL | WRITE_DAC, shared, 0), mode);
}

int statvfs(const wchar_t* folder, struct statvfs* room) {
  ULARGE_INTEGER mine{}, all{}, free{};
  if (!::GetDiskFreeSpaceExW(folder, &mine, &all, &free))
    return failed();
  *room = {1, 1, all.QuadPart, free.QuadPart, mine.QuadPart};
  return 0;
}
