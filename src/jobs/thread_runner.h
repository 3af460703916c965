// A thread that runs the tasks of one scheduler when they are due. Tasks that must not wait for
// each other have a runner each.
// Threads: one of its own, from start() to destruction.
#pragma once
#include <atomic>
#include <condition_variable>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"
#include "jobs/scheduler.h"
#include "memory/tier.h"

namespace aim {
struct Engine;
}

namespace aim::jobs {

class ThreadRunner {
 public:
  ThreadRunner() = default;
  // Asks the task that is at work to stop, and waits for it.
  ~ThreadRunner();
  ThreadRunner(const ThreadRunner&) = delete;
  ThreadRunner& operator=(const ThreadRunner&) = delete;

  // Before start() only.
  void add(std::unique_ptr<Task> task) { scheduler_.add(std::move(task)); }
  // Once. Where the system has no thread for it the work is left undone, and the log says so.
  void start();
  // Something came that a task may be due for: ends a wait, unless it ends soon anyway. From any
  // thread, for each of many requests.
  void look();

 private:
  void work();

  Scheduler scheduler_;  // the thread's
  Mutex mutex_;
  bool to_look_ GUARDED_BY(mutex_) = false;
  Moment waits_until_ GUARDED_BY(mutex_){};
  std::condition_variable_any woken_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

// Background work of every server on its own threads: vectors, and at the tier autonomous additions
// of a language model. A server adds further long tasks. Threads: one, and one more where a
// language model is asked, which may let its caller wait for minutes.
class Background {
 public:
  // `engine` outlives it.
  Background(Engine& engine, FeatureTier tier);

  // A task that may take long. Before start() only.
  void add(std::unique_ptr<Task> task) { long_.add(std::move(task)); }
  // Once; a server that has not answered its client's handshake does not start it (S1).
  void start();

 private:
  Engine& engine_;
  const bool enriches_;
  const Time started_;
  bool running_ = false;
  ThreadRunner long_, language_;
};

}  // namespace aim::jobs
