#include "base/background_threads.h"

#include <algorithm>
#include <thread>

#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace aim {

void yield_to_others() {
#if defined(__linux__)
  constexpr int low_priority = 10;
  // For the calling thread alone: on Linux 0 names it, not its process.
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, low_priority));
#endif
}

unsigned spare_processors() {
  return std::max(std::thread::hardware_concurrency(), 2U) - 1;
}

}  // namespace aim
