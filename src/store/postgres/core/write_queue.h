// Writes of one process, that wait for their turn: whoever is first leads, and commits for all that wait then.
// Knows: order and waiting. Must not know: transactions.
// Threads: any.
#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "store/postgres/core/connection.h"
#include "store/postgres/core/wait.h"

namespace aim::store::postgres {

class WriteQueue {
 public:
  using Use = std::function<Result<void>(Connection&)>;
  struct Job {
    const Use& use;
    const Wait& wait;
    const bool sync;
    enum class State { waiting, taken, done } state = State::waiting;
    Result<void> result = {};
    std::condition_variable_any changed = {};  // the state, or who is first
  };
  using Jobs = std::vector<Job*>;
  // Gives the jobs that are to be done now, the leader's first.
  using Take = std::function<Jobs()>;
  // Does the jobs that it takes and puts their results into them; an error says that it has taken none.
  using Turn = std::function<Result<void>(const Wait& wait, bool sync, const Take& take)>;

  explicit WriteQueue(Turn turn) : turn_(std::move(turn)) {}

  // Errors: those of `use` and of the turn; unavailable when the wait ends before the job is taken.
  Result<void> run(const Use& use, const Wait& wait, bool sync);

 private:
  // Both let go of the lock meanwhile.
  void lead(Job& first) REQUIRES(mutex_);
  void wait_in_line(Job& job) REQUIRES(mutex_);
  void leave(Job& job, Error why) REQUIRES(mutex_);
  Jobs take(bool sync) EXCLUDES(mutex_);

  const Turn turn_;
  Mutex mutex_;
  std::deque<Job*> queue_ GUARDED_BY(mutex_);
  bool led_ GUARDED_BY(mutex_) = false;
};

}  // namespace aim::store::postgres
