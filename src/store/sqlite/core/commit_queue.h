// The writes of one process, first come first served: several that wait share one commit, each in its own savepoint,
// so that one failing leaves the others whole.
//
// The thread whose job is first leads: it waits for the other processes, and only when it has the lock takes the jobs
// that wait by then, runs them on its own thread and commits. Until a job is taken, its caller may go: each has its own
// deadline and its own stop function, asked on its own thread. A leader that goes leaves the lead to the next.
// A commit is synced to the disk when one of its jobs wants that (a touch does not, S3).
// Threads: run() from any thread; not from within a job.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "store/sqlite/core/connections.h"

namespace aim::store::sqlite {

class CommitQueue {
 public:
  using Use = std::function<Result<void>(Connection&)>;

  explicit CommitQueue(Connections& connections) : connections_(connections) {}
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;

  // Returns when `use` is committed, or has failed and left nothing.
  // Errors: those of `use`; unavailable when the deadline comes (is_busy) or the caller stops before its job is taken.
  Result<void> run(const Use& use, const Wait& wait, bool sync);

 private:
  // What changes of a job changes under the lock; a job that is taken is its leader's.
  struct Job {
    const Use& use;
    const Wait& wait;
    const bool sync;
    enum class State { waiting, taken, done } state = State::waiting;
    Result<void> result = {};
    std::condition_variable_any changed = {};  // the state, or who is first
  };
  using Jobs = std::vector<Job*>;

  // Both let go of the lock meanwhile.
  void lead(Job& first) REQUIRES(mutex_);
  void wait_in_line(Job& job) REQUIRES(mutex_);
  Result<void> take_turn(Jobs& jobs, const Wait& wait, bool synced) EXCLUDES(mutex_);
  void leave(Job& job, const Error& why) REQUIRES(mutex_);
  bool synced_wait() const REQUIRES(mutex_);
  Jobs take(bool synced) REQUIRES(mutex_);

  static Result<void> begin(Connection& connection, bool synced);
  void commit(Connection& connection, const Jobs& jobs);
  static Result<void> run_jobs(Connection& connection, const Jobs& jobs);

  Connections& connections_;
  Mutex mutex_;
  std::deque<Job*> queue_ GUARDED_BY(mutex_);  // who waits; the first leads or is about to
  bool led_ GUARDED_BY(mutex_) = false;
};

}  // namespace aim::store::sqlite
