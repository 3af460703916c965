// Slows guessing of tokens (M6): each invalid one delays its address, longer each time, and the
// delay shrinks while nobody tries. Holders of a valid token never wait, so nobody is shut out by
// others of the same address. Knows: addresses, time. Must not know: tokens, sockets. Bounded: of
// so many addresses the one that tried longest ago is forgotten. Threads: any.
#pragma once
#include <chrono>

#include "base/mutex.h"
#include "base/std.h"

namespace aim::net {

class Guesses {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t max_addresses = 4'096;
  static constexpr int free = 3;  // mistakes of people
  static constexpr std::chrono::milliseconds first_wait{100}, longest_wait{3'000};
  static constexpr std::chrono::seconds forgiven_after{10};  // one of them

  // One more, of this address. How long its answer is to be held back.
  std::chrono::milliseconds failed(const std::string& address,
                                   Clock::time_point now = Clock::now());
  std::size_t size() const;

 private:
  struct Tries {
    double count = 0;
    Clock::time_point last{};
  };
  mutable Mutex mutex_;
  std::map<std::string, Tries> tries_ GUARDED_BY(mutex_);
};

}  // namespace aim::net
