// Work that nobody waits for.
#pragma once
#include <sys/resource.h>
#include <unistd.h>

namespace aim {

// Others go before the calling thread from here on. On Linux a priority belongs to a thread, not to its process.
inline void lower_priority_of_this_thread() {
  constexpr int lower = 10;
  static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), lower));
}

}  // namespace aim
