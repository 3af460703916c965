// How long a call may wait for the database, and who may end the wait before.
// Threads: a stop function is asked only on the thread of the call that brought it.
#pragma once
#include <chrono>

#include "store/store.h"

namespace aim::store::sql {

// One call's wait, from its arrival on: the time in a queue and the time for a lock are not counted
// twice.
struct Wait {
  using Clock = std::chrono::steady_clock;
  Clock::time_point since = {}, until = Clock::time_point::max();
  const Stop* stop = nullptr;  // outlives the call

  static Wait up_to(std::chrono::milliseconds timeout, const Stop* stop = nullptr) {
    const auto now = Clock::now();
    return {now, now + timeout, stop};
  }
  bool stoppable() const { return stop && *stop; }
  // A stop function that throws stops the call: SQLite's callbacks and the queue of writes, which
  // ask it, let no exception pass.
  bool stopped() const noexcept {
    try {
      return stoppable() && (*stop)();
    } catch (...) {
      return true;
    }
  }
  bool over() const { return Clock::now() >= until; }
};

// How often a thread that waits for another of this process asks its stop function.
inline constexpr std::chrono::milliseconds stop_poll_interval{20};

}  // namespace aim::store::sql
