// Uses and calls that were answered and not yet written (S3): kept until the database is free.
// Threads: any.
#pragma once
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "engine/usage/first_use.h"
#include "memory/memory.h"
#include "store/accesses.h"

namespace aim::engine {

struct Touch {
  Key key;
  Time time;
};

// A call for the access log, and what it showed (accesses.h).
struct Access {
  store::AccessRow row;
  std::vector<store::ShownKey> shown;
};

class TouchQueue {
 public:
  // Beyond that the oldest are dropped: a lock held for hours must not fill the memory.
  static constexpr std::size_t most = 100'000, max_accesses = 10'000;

  void add(Key key, Time time);
  void add(Access access);
  std::vector<Touch> take();
  std::vector<Access> take_accesses();
  void put_back(std::vector<Touch> touches);
  void put_back(std::vector<Access> accesses);
  bool empty() const;
  // Of uses.
  std::size_t size() const;

  // Of this database: what was shown for which question.
  FirstUses& first_uses() { return first_uses_; }

 private:
  mutable Mutex mutex_;
  std::vector<Touch> touches_ GUARDED_BY(mutex_);
  std::vector<Access> accesses_ GUARDED_BY(mutex_);
  FirstUses first_uses_;
};

}  // namespace aim::engine
