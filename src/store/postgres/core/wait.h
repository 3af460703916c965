// How long a call may wait for the server, and who may end the wait before.
// Threads: a stop function is asked only on the thread of the call that brought it.
#pragma once
#include <chrono>

#include "store/store.h"

namespace aim::store::postgres {

struct Wait {
  using Clock = std::chrono::steady_clock;
  Clock::time_point until = Clock::time_point::max();
  const Stop* stop = nullptr;  // outlives the call

  static Wait up_to(std::chrono::milliseconds timeout, const Stop* stop = nullptr) {
    return {Clock::now() + timeout, stop};
  }
  bool stoppable() const { return stop && *stop; }
  bool stopped() const { return stoppable() && (*stop)(); }
  bool over() const { return Clock::now() >= until; }
};

// How often a thread that waits asks its stop function.
inline constexpr std::chrono::milliseconds stop_poll_interval{20};

}  // namespace aim::store::postgres
