// Uses that were answered and not yet written (S3): kept until the database is free.
// Threads: any.
#pragma once
#include <mutex>
#include <vector>

#include "base/clock.h"
#include "memory/memory.h"

namespace aim::engine {

struct Touch {
  Key key;
  Time time;
};

class TouchQueue {
 public:
  // Beyond that the oldest are dropped: a lock held for hours must not fill the memory.
  static constexpr std::size_t most = 100'000;

  void add(Key key, Time time);
  std::vector<Touch> take();
  void put_back(std::vector<Touch> touches);
  bool empty() const;
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Touch> touches_;
};

}  // namespace aim::engine
