#include "base/platform/system.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>

#if defined(__linux__)
#include <malloc.h>
#include <nss.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#elif defined(__APPLE__)
#include <libproc.h>
#include <mach-o/dyld.h>
#endif

namespace aim {

#if defined(__linux__)

std::filesystem::path running_program() {
  std::error_code error;
  auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : program;
}

void lower_priority_of_this_thread() {
  constexpr int low_priority = 10;
  // On Linux 0 names the thread, not its process.
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, low_priority));
}

// "17 (a name) S 1 … started …".
std::optional<ProcessInfo> process_info(const std::string& id) {
  constexpr int field_of_parent = 2, field_of_start = 20;  // behind the name
  std::ifstream file("/proc/" + id + "/stat");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t from = text.find('('), to = text.rfind(") ");
  if (from == std::string::npos || to == std::string::npos)
    return std::nullopt;
  ProcessInfo found{text.substr(from + 1, to - from - 1), {}, {}};
  std::size_t at = to + 2;
  for (int field = 1; field <= field_of_start && at < text.size(); ++field) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (field == field_of_parent)
      found.parent = text.substr(at, end - at);
    if (field == field_of_start)
      found.started = text.substr(at, end - at);
    at = end + 1;
  }
  return found;
}

void limit_allocator(int large_block, int kept_free) {
  ::mallopt(M_MMAP_THRESHOLD, large_block);
  ::mallopt(M_TRIM_THRESHOLD, kept_free);
}

void limit_allocator_arenas(int most) {
  ::mallopt(M_ARENA_MAX, most);
}

std::size_t free_bytes_of_allocator() {
  return static_cast<std::size_t>(::mallinfo2().fordblks);
}

void trim_allocator() {
  ::malloc_trim(0);
}

#else

std::filesystem::path running_program() {
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);
  std::string name(size, '\0');
  if (::_NSGetExecutablePath(name.data(), &size) != 0)
    return {};
  std::error_code error;
  auto program = std::filesystem::canonical(name.c_str(), error);
  return error ? std::filesystem::path() : program;
}

void lower_priority_of_this_thread() {}

std::optional<ProcessInfo> process_info(const std::string& id) {
  proc_bsdinfo about{};
  if (::proc_pidinfo(std::atoi(id.c_str()), PROC_PIDTBSDINFO, 0, &about, sizeof about) !=
      static_cast<int>(sizeof about))
    return std::nullopt;
  return ProcessInfo{about.pbi_comm, std::to_string(about.pbi_ppid),
                     std::to_string(about.pbi_start_tvsec * 1'000'000 + about.pbi_start_tvusec)};
}

void limit_allocator(int, int) {}
void limit_allocator_arenas(int) {}
std::size_t free_bytes_of_allocator() {
  return 0;
}
void trim_allocator() {}

#endif

std::tm local_calendar(std::time_t second) {
  std::tm parts{};
  ::localtime_r(&second, &parts);
  return parts;
}

bool has_arm_dot_product() {
#if defined(__aarch64__) && defined(__linux__)
  constexpr unsigned long asimddp = 1UL << 20;  // HWCAP_ASIMDDP
  return (::getauxval(AT_HWCAP) & asimddp) != 0;
#elif defined(__aarch64__)
  return true;  // every processor of Apple's computers
#else
  return false;
#endif
}

bool may_use_tiles() {
#if defined(__x86_64__) && defined(__linux__)
  constexpr long req_xcomp_perm = 0x1023, xtile_data = 18;  // <asm/prctl.h>, arch/x86 of Linux 5.16
  return ::syscall(SYS_arch_prctl, req_xcomp_perm, xtile_data) == 0;
#else
  return false;
#endif
}

void prepare_process() {
#ifdef AIM_STATIC
  // Names of machines and users by what is part of the program: modules of the C library of this
  // machine fit only that.
  ::__nss_configure_lookup("hosts", "files dns");
  ::__nss_configure_lookup("passwd", "files");
#endif
  // A reader that goes early ends the writing, not the process: touches are still to be noted.
  std::signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
  // A limit on the size of files is then an error of the write, as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  // The program that started this one may have it ignored, and then no child can be waited for.
  std::signal(SIGCHLD, SIG_DFL);
}

int unnamed_file() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  if (error)
    return -1;
#if defined(__linux__)
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0)
    return file;
#endif
  // Some file systems know no unnamed files.
  std::string name = (folder / "ai-memory-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0)
    ::unlink(name.c_str());
  return named;
}

void claim_port(std::intptr_t socket) {
  constexpr int on = 1;
  (void)::setsockopt(static_cast<int>(socket), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
}

bool has_hung_up(std::intptr_t socket) {
  char byte = 0;
  const ssize_t size = ::recv(static_cast<int>(socket), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return size == 0 || (size < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace aim
