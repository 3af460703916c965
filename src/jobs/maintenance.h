// Maintenance between calls: uses are written after the answer (S3), expired memories collected and
// the text index tended when idle (A8), so that doors know the engine by name only.
#pragma once
#include <chrono>

#include "base/result.h"
#include "jobs/scheduler.h"

namespace aim {
struct Engine;
}

namespace aim::jobs {

// Opens the database if that has not been done; a failure is reported by the next call. `stop` ends
// a wait for others.
void prepare(Engine& engine, const std::function<bool()>& stop = {});

// Touches, and with them what the capture nag has to record (H2).
bool touches_wait(const Engine& engine);
// Waits `timeout` at most, for other processes and for writes of this one (a server of many threads
// does well to have some). Errors: unavailable; the touches wait on.
Result<void> write_touches(Engine& engine, std::chrono::milliseconds timeout);
// Before a process ends: one more try, then what is left is dropped and counted. Notes where the
// chain of events ends (H2).
void finish_touches(Engine& engine, std::chrono::milliseconds timeout);

// A database from before the vectors gets those of the table after a recall of the command line,
// once: some ten thousand a second, for ten seconds at most. Servers do it in the background
// (tasks.h); no recall waits for it.
void fill_vectors(Engine& engine);

// Collects what has expired and merges pieces of the index, in small transactions, when `interval`
// has passed since any
// process last did: one at a time. `stop` is asked between them and while they wait; true leaves
// the rest to the next tick. Logs what it did. True when all was done; false: it was not due, could
// not be done, or was stopped.
bool tick(Engine& engine, std::chrono::seconds interval, const std::function<bool()>& stop);

// Gives memory that was used for a moment back to the system, once a server has been idle for a
// while: recalls work on megabytes that the allocator keeps for the next (app/main.cpp), bulk
// changes on pages that the database keeps for the next, and of several assistants at once most
// have nothing to do.
class GiveBack : public Task {
 public:
  static constexpr std::chrono::seconds interval{2};

  // Its system functions; replaced in tests.
  struct Allocator {
    std::chrono::nanoseconds (*used)();  // processor time of the process
    std::size_t (*free_bytes)();         // kept and unused
    void (*trim)();
  };
  // `release`: lets the database give back what it keeps.
  GiveBack(std::function<void()> release, Moment now)
      : GiveBack(std::move(release), now, of_this_process()) {}
  GiveBack(std::function<void()> release, Moment now, const Allocator& allocator)
      : release_(std::move(release)), allocator_(allocator), next_(now + interval) {}

  Moment due() const override { return next_; }
  void run(Moment now, const Stop& stop) override;

 private:
  static Allocator of_this_process();

  const std::function<void()> release_;
  const Allocator allocator_;
  Moment next_;
  std::chrono::nanoseconds seen_{0};  // processor time at the last look
};

}  // namespace aim::jobs
