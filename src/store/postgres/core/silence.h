// What a process knows of a server that takes connections and says nothing: every call would wait
// for it in vain. One call at a time finds out whether it speaks again; the others are refused at
// once.
// Knows: time. Must not know: connections.
// Threads: any.
#pragma once
#include <atomic>
#include <chrono>

#include "base/mutex.h"
#include "base/result.h"

namespace aim::store::postgres {

class Silence {
 public:
  using Clock = std::chrono::steady_clock;

  // May this call, which began at that time, ask the server? Errors: unavailable, as it fell
  // silent.
  Result<void> ask(Clock::time_point began = Clock::now());
  void heard() {
    if (silent_)
      silent_ = false;
  }
  void fell_silent();

 private:
  std::atomic<bool> silent_ = false;
  Mutex mutex_;
  Clock::time_point since_ GUARDED_BY(mutex_){}, next_ GUARDED_BY(mutex_){};
};

}  // namespace aim::store::postgres
