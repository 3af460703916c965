// What becomes of the nag's warnings (H2): each is an event of the type capture_lag, written when
// the database is free,
// like a touch: never before the call it is about, and never a reason for that to fail.
// Threads: any.
#pragma once
#include <chrono>

#include "base/mutex.h"
#include "engine/audit/nag.h"
#include "engine/engine.h"

namespace aim::engine {

struct CaptureLag {
  std::string agent, session;
  std::uint32_t streak = 0;
  bool escalated = false;
  Time at{};
};

class NagEvents {
 public:
  // Beyond that the newest are dropped and counted: a lock held for hours must not fill the memory.
  static constexpr std::size_t max_waiting = 1'000;

  explicit NagEvents(NagOptions options) : nag_(options) {}

  Nag& nag() { return nag_; }
  const Nag& nag() const { return nag_; }

  void add(CaptureLag lag);
  std::vector<CaptureLag> take();
  void put_back(std::vector<CaptureLag> lags);
  bool empty() const;
  // How many found no room since it was last asked.
  std::int64_t take_lost();

 private:
  Nag nag_;
  mutable Mutex mutex_;
  std::vector<CaptureLag> waiting_ GUARDED_BY(mutex_);
  std::int64_t lost_ GUARDED_BY(mutex_) = 0;
};

// Observes a call; a lag that it shows waits to be written. What is to be done about it.
NagAction observe_call(Engine& engine, std::string_view agent, std::string_view session,
                       ToolKind kind);

bool lags_wait(const Engine& engine);
// Writes what waits, in one transaction without sync, waiting `timeout` at most for other
// processes.
// Errors: unavailable when the database stays locked; the lags wait on then.
Result<void> record_lags(Engine& engine, std::chrono::milliseconds timeout);
// For a process that ends: drops what waits, says so in the log, and counts it where stats finds
// it.
void drop_lags(Engine& engine);
std::int64_t dropped_lags(const Engine& engine);

}  // namespace aim::engine
