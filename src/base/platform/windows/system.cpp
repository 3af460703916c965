#include "base/platform/system.h"

#include <winsock2.h>
// Behind it.
#include <fcntl.h>
#include <io.h>
#include <tlhelp32.h>

#include <cstdlib>

#include "base/platform/windows/wide.h"
#include "base/std.h"

namespace aim {

std::filesystem::path running_program() {
  std::wstring name(32'768, L'\0');
  name.resize(::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size())));
  // As shells of both kinds take it in a command.
  return std::filesystem::path(name).generic_string();
}

std::tm local_calendar(std::time_t second) {
  std::tm parts{};
  ::localtime_s(&parts, &second);
  return parts;
}

void lower_priority_of_this_thread() {
  ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

bool has_arm_dot_product() {
  return false;
}

bool may_use_tiles() {
  return false;
}

namespace {

UINT code_page_before = 0;

void show_colours(DWORD stream) {
  DWORD mode = 0;
  const HANDLE console = ::GetStdHandle(stream);
  if (::GetConsoleMode(console, &mode) != 0)
    ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

// Where this user's files are, by the names that other systems have for these folders.
void name_folders() {
  const auto name = [](const char* folder, const char* here, const std::string& below = {}) {
    const char *given = std::getenv(folder), *place = std::getenv(here);
    if (place && !(given && std::filesystem::path(given).is_absolute()))
      ::_putenv_s(folder, (place + below).c_str());
  };
  name("HOME", "USERPROFILE");
  name("XDG_CONFIG_HOME", "APPDATA");
  name("XDG_DATA_HOME", "LOCALAPPDATA");
  name("XDG_STATE_HOME", "LOCALAPPDATA");
  name("XDG_CACHE_HOME", "LOCALAPPDATA", "\\cache");
}

}  // namespace

void prepare_process() {
  name_folders();
  // A line that a person types ends with CR LF, which only text mode takes off.
  for (const int stream : {0, 1, 2})
    if (stream != 0 || ::_isatty(stream) == 0)
      ::_setmode(stream, _O_BINARY);
  // A call with what is no descriptor returns an error, as elsewhere, and ends nothing.
  ::_set_invalid_parameter_handler(
      [](const wchar_t*, const wchar_t*, const wchar_t*, unsigned, uintptr_t) {});
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  code_page_before = ::GetConsoleOutputCP();
  if (code_page_before == 0)
    return;
  ::SetConsoleOutputCP(CP_UTF8);
  ::SetConsoleCP(CP_UTF8);
  // The console is also its other programs'.
  static_cast<void>(std::atexit([] { ::SetConsoleOutputCP(code_page_before); }));
  show_colours(STD_OUTPUT_HANDLE);
  show_colours(STD_ERROR_HANDLE);
}

int unnamed_file() {
  std::wstring folder(MAX_PATH + 1, L'\0'), name(MAX_PATH + 1, L'\0');
  if (::GetTempPathW(static_cast<DWORD>(folder.size()), folder.data()) == 0 ||
      ::GetTempFileNameW(folder.c_str(), L"aim", 0, name.data()) == 0)
    return -1;
  const HANDLE file = ::CreateFileW(name.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE,
                                    FILE_SHARE_DELETE, nullptr, TRUNCATE_EXISTING,
                                    FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  return file == INVALID_HANDLE_VALUE
             ? -1
             : ::_open_osfhandle(reinterpret_cast<intptr_t>(file), _O_BINARY | _O_NOINHERIT);
}

std::optional<ProcessInfo> process_info(const std::string& id) {
  const DWORD number = static_cast<DWORD>(std::strtoul(id.c_str(), nullptr, 10));
  const HANDLE all = ::CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  PROCESSENTRY32W entry{};
  entry.dwSize = sizeof entry;
  BOOL found = ::Process32FirstW(all, &entry);
  while (found != 0 && entry.th32ProcessID != number) found = ::Process32NextW(all, &entry);
  ::CloseHandle(all);
  const HANDLE process = ::OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, number);
  if (found == 0 || !process)
    return std::nullopt;
  FILETIME started{}, ended{}, kernel{}, user{};
  ::GetProcessTimes(process, &started, &ended, &kernel, &user);
  ::CloseHandle(process);
  return ProcessInfo{
      std::filesystem::path(entry.szExeFile).stem().string(),
      std::to_string(entry.th32ParentProcessID),
      std::to_string(std::uint64_t{started.dwHighDateTime} << 32 | started.dwLowDateTime)};
}

// SO_REUSEADDR lets others take the port there.
void claim_port(std::intptr_t socket) {
  constexpr BOOL on = TRUE;
  ::setsockopt(static_cast<SOCKET>(socket), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
               reinterpret_cast<const char*>(&on), sizeof on);
}

bool has_hung_up(std::intptr_t socket) {
  const auto number = static_cast<SOCKET>(socket);
  fd_set readable{1, {number}};
  const timeval at_once{};
  if (::select(0, &readable, nullptr, nullptr, &at_once) <= 0)
    return false;
  char byte = 0;
  const int size = ::recv(number, &byte, 1, MSG_PEEK);
  return size == 0 || (size < 0 && ::WSAGetLastError() != WSAEWOULDBLOCK);
}

void limit_allocator(int, int) {}
void limit_allocator_arenas(int) {}
std::size_t free_bytes_of_allocator() {
  return 0;
}
void trim_allocator() {}

}  // namespace aim
