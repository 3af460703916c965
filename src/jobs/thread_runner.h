// A thread that runs the tasks of one scheduler when they are due. Tasks that must not wait for
// each other have a runner each.
// Threads: one of its own, from start() to destruction.
#pragma once
#include <atomic>
#include <condition_variable>
#include <thread>

#include "base/mutex.h"
#include "jobs/scheduler.h"

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

 private:
  void work();

  Scheduler scheduler_;  // the thread's
  Mutex mutex_;
  std::condition_variable_any ended_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace aim::jobs
