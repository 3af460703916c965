// The writes of one process, first come first served: several that wait share one transaction and
// its commit.
//
// The thread whose job is first leads: it waits for the other processes, and only when it may write
// takes the jobs that wait by then, does them on its own thread and commits. Until a job is taken,
// its caller may go: each has its own deadline and its own stop function, asked on its own thread.
// A leader that goes leaves the lead to the next. A commit is synced to the disk when one of its
// jobs wants that (a touch does not, S3).
// Knows: order and waiting. Must not know: connections, transactions.
// Threads: run() from any thread; not from within a job.
#pragma once
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>

#include "base/error.h"
#include "base/mutex.h"
#include "base/result.h"
#include "store/store.h"

namespace aim::store::sql {

// How long a call may wait for the database, and who may end the wait before.

// One call's wait, from its arrival on: the time in a queue and the time for a lock are not counted
// twice.
struct Wait {
  using Clock = std::chrono::steady_clock;
  Clock::time_point since = {}, until = Clock::time_point::max();
  const Stop* stop = nullptr;  // outlives the call

  static Wait up_to(std::chrono::milliseconds timeout, const Stop* stop = nullptr) {
    const auto now = Clock::now();
    return {now, now + timeout, stop};
  }
  bool stoppable() const { return stop && *stop; }
  // A stop function that throws stops the call: SQLite's callbacks and the queue of writes, which
  // ask it, let no exception pass.
  bool stopped() const noexcept {
    try {
      return stoppable() && (*stop)();
    } catch (...) {
      return true;
    }
  }
  bool over() const { return Clock::now() >= until; }
};

// How often a thread that waits for another of this process asks its stop function.
inline constexpr std::chrono::milliseconds stop_poll_interval{20};

class WriteQueue {
 public:
  // A backend's job says in a type of its own what is to be done. What changes of it changes under
  // the queue's lock; one that is taken is its leader's.
  struct Job {
    Job(const Wait& until, bool synced) : wait(until), sync(synced) {}

    const Wait& wait;
    const bool sync;
    enum class State { waiting, taken, done } state = State::waiting;
    Result<void> result = {};
    std::condition_variable_any changed = {};  // the state, or who is first
  };
  using Jobs = std::vector<Job*>;
  // Gives the jobs that are to be done now, the leader's first.
  using Take = std::function<Jobs()>;
  // Does the jobs that it takes and puts their results into them; an error says that it has taken
  // none.
  using Turn = std::function<Result<void>(const Wait& wait, bool sync, const Take& take)>;

  // `busy`: what a job fails with whose wait ends before it is taken.
  WriteQueue(Turn turn, Error (*busy)()) : turn_(std::move(turn)), busy_(busy) {}
  WriteQueue(const WriteQueue&) = delete;
  WriteQueue& operator=(const WriteQueue&) = delete;

  // Returns when the job is committed, or has failed and left nothing.
  // Errors: those of the job and of the turn, also as it throws; busy or cancelled when its wait
  // ends before it is taken.
  Result<void> run(Job& job);

 private:
  // Both let go of the lock meanwhile.
  void lead(Job& first) REQUIRES(mutex_);
  void wait_in_line(Job& job) REQUIRES(mutex_);
  void leave(Job& job, Error why) REQUIRES(mutex_);
  Jobs take(bool sync) EXCLUDES(mutex_);
  Result<void> run_turn(const Wait& wait, bool sync, Jobs& jobs) EXCLUDES(mutex_);

  const Turn turn_;
  Error (*const busy_)();
  Mutex mutex_;
  std::deque<Job*> queue_ GUARDED_BY(mutex_);  // who waits; the first leads or is about to
  bool led_ GUARDED_BY(mutex_) = false;
};

// A job of a backend whose connections are of that type.
template <class Connection>
struct WriteJob : WriteQueue::Job {
  using Use = std::function<Result<void>(Connection&)>;

  WriteJob(const Use& what, const Wait& until, bool synced) : Job(until, synced), use(what) {}

  // Does a job that such a queue has given. One that throws must not take the others, or the queue,
  // with it.
  static Result<void> run_on(Connection& connection, const Job& job) {
    try {
      return static_cast<const WriteJob&>(job).use(connection);
    } catch (const std::exception& thrown) {
      return Failure(to_error(thrown));
    }
  }

  const Use& use;
};

}  // namespace aim::store::sql
