// Queues uses and calls that were answered and are not yet written (S3), until the database is
// free; and knows which questions showed a memory before, because a repeated question is no further
// use (K2). Threads: any. Both are bounded.
#pragma once
#include <chrono>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "engine/engine.h"
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

// Using memories (A2, S3): recall and session_start queue their hits, the door answers, and only
// then are they written.

// Writes what is queued, in one transaction without sync, waiting `timeout` at most for other
// processes.
// Errors: unavailable when the database stays locked; the touches stay queued then.
Result<void> apply_touches(Engine& engine, std::chrono::milliseconds timeout);

// For a process that ends: drops what is queued and counts it beside the database, where stats
// finds it (S3).
void drop_touches(Engine& engine);
std::int64_t dropped_touches(const Engine& engine);

}  // namespace aim::engine
