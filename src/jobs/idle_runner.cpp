#include "jobs/idle_runner.h"

#include <algorithm>

namespace aim::jobs {

std::chrono::milliseconds run_idle(Scheduler& tasks, const Stop& stop) {
  using namespace std::chrono_literals;
  constexpr std::chrono::milliseconds longest_wait = 1h;
  Moment now = std::chrono::steady_clock::now();
  while (!stop() && tasks.run_one(now, stop)) now = std::chrono::steady_clock::now();
  const Moment next = tasks.next();
  if (next >= now + longest_wait)
    return longest_wait;
  return std::max(std::chrono::milliseconds(1),
                  std::chrono::duration_cast<std::chrono::milliseconds>(next - now));
}

}  // namespace aim::jobs
