#include "base/platform/system.h"

#if defined(__linux__)
#include <sys/auxv.h>
#include <sys/resource.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>

#include "base/std.h"

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

#elif defined(__APPLE__)

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

#else

std::filesystem::path running_program() {
  return {};
}

void lower_priority_of_this_thread() {}

#endif

std::tm local_calendar(std::time_t second) {
  std::tm parts{};
#if defined(_WIN32)
  ::localtime_s(&parts, &second);
#else
  ::localtime_r(&second, &parts);
#endif
  return parts;
}

bool has_arm_dot_product() {
#if defined(__aarch64__) && defined(__linux__)
  constexpr unsigned long asimddp = 1UL << 20;  // HWCAP_ASIMDDP
  return (::getauxval(AT_HWCAP) & asimddp) != 0;
#elif defined(__aarch64__) && defined(__APPLE__)
  return true;  // every processor of Apple's computers
#else
  return false;
#endif
}

}  // namespace aim
