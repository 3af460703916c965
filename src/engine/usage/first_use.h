// Whether a memory is shown for a question in a session for the first time, as far as this process
// knows: asking again is no further use of what is found (K2).
// Threads: any. What is known is bounded; beyond that it begins anew.
#pragma once
#include <cstdint>
#include <set>
#include <string_view>

#include "base/mutex.h"
#include "memory/memory.h"

namespace aim::engine {

class FirstUses {
 public:
  static constexpr std::size_t max_known = 100'000;

  // Whether it was not known; it is from now on.
  bool add(std::string_view session, std::string_view question, Key key);

 private:
  Mutex mutex_;
  std::set<std::uint64_t> seen_ GUARDED_BY(mutex_);
};

}  // namespace aim::engine
