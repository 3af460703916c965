// Background tasks in order: each task reports when it is due, and receives the time when its turn
// comes. Nothing in here sleeps or asks a clock, so that tests set the time. It is run by a thread
// (thread_runner.h), or a server of one thread between two requests (idle_runner.h). Knows: time.
// Must not know: what the tasks do. Threads: a Scheduler is one thread's at a time, but for wake().
// A task's due() may look at what other threads change.
#pragma once
#include <chrono>

#include "base/std.h"

namespace aim::jobs {

using Moment = std::chrono::steady_clock::time_point;
// Asked by long work between its pieces: true ends it; what is left is done another time.
using Stop = std::function<bool()>;

class Task {
 public:
  virtual ~Task() = default;

  // When it wants its turn; in the past: at once. Moment::max(): not before something changes.
  virtual Moment due() const = 0;
  // Does one piece of the work, a second or so of it, and moves due(). Failures are its own to
  // tell.
  virtual void run(Moment now, const Stop& stop) = 0;
  // Ends a wait of its own that run() is in, or comes to; called from another thread, where stop()
  // has become true.
  virtual void wake() {}
};

class Scheduler {
 public:
  void add(std::unique_ptr<Task> task) { tasks_.push_back(std::move(task)); }

  // When the first of them is due.
  Moment next() const;
  // Runs the one that has been due for longest. False: none is due.
  bool run_one(Moment now, const Stop& stop);
  // Wakes them all. From any thread.
  void wake() const;

 private:
  Task* first() const;

  std::vector<std::unique_ptr<Task>> tasks_;
};

// The tasks of a server of one thread, run while it waits for its next request.

// Runs what is due, until nothing is or `stop` says that a request is there. How long the wait for
// one may last, at most.
std::chrono::milliseconds run_idle(Scheduler& tasks, const Stop& stop);

}  // namespace aim::jobs
