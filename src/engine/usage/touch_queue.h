// Queues uses and calls that were answered and are not yet written (S3), until the database is
// free; and knows which questions showed a memory before, because a repeated question is no further
// use (K2). Threads: any. Both are bounded.
#pragma once
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "memory/memory.h"
#include "store/records.h"

namespace aim::engine {

// The questions that showed a memory in a session, as far as this process knows.
class FirstUses {
 public:
  static constexpr std::size_t max_known = 100'000;

  // Whether it was not known; it is from now on.
  bool add(std::string_view session, std::string_view question, Key key);

 private:
  Mutex mutex_;
  std::set<std::uint64_t> seen_ GUARDED_BY(mutex_);
};

struct Touch {
  Key key;
  Time time;
};

// A call for the access log, and what it showed (access_log.h).
struct AccessNote {
  store::AccessRow row;
  std::vector<store::ShownKey> shown;
};

class TouchQueue {
 public:
  // Beyond that the oldest are dropped: a lock held for hours must not fill the memory.
  static constexpr std::size_t most = 100'000, max_accesses = 10'000;

  void add(Key key, Time time);
  void add(AccessNote access);
  std::vector<Touch> take();
  std::vector<AccessNote> take_accesses();
  void put_back(std::vector<Touch> touches);
  void put_back(std::vector<AccessNote> accesses);
  bool empty() const;
  // Of uses.
  std::size_t size() const;

  // Of this database: what was shown for which question.
  FirstUses& first_uses() { return first_uses_; }

 private:
  mutable Mutex mutex_;
  std::vector<Touch> touches_ GUARDED_BY(mutex_);
  std::vector<AccessNote> accesses_ GUARDED_BY(mutex_);
  FirstUses first_uses_;
};

}  // namespace aim::engine
