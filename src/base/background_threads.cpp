#include "base/background_threads.h"

#include <thread>

#include "base/platform/system.h"
#include "base/std.h"

namespace aim {

void yield_to_others() {
  lower_priority_of_this_thread();
}

unsigned spare_processors() {
  return std::max(std::thread::hardware_concurrency(), 2U) - 1;
}

}  // namespace aim
