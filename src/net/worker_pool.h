// Threads that answer requests: one at first, more while something waits and all are busy, up to a
// limit. Idle threads end after a while, so that an idle server has few.
// Knows: threads. Must not know: what is done.
// Threads: post() from any, join() from one.
#pragma once
#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <thread>

#include "base/mutex.h"
#include "base/std.h"

namespace aim::net {

class WorkerPool {
 public:
  using Task = std::function<void()>;

  // Starts the first thread. `idle_time`: after so long without work the others end.
  explicit WorkerPool(std::size_t max_threads,
                      std::chrono::milliseconds idle_time = std::chrono::seconds(10));
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool() { join(); }

  // A task must not throw. Where the system has no thread left, it waits for one that is there.
  void post(Task task);
  // Runs all posted tasks; then there are no threads.
  void join();
  std::size_t threads() const;

 private:
  using Threads = std::list<std::thread>;

  void start() REQUIRES(mutex_);
  void join_ended() REQUIRES(mutex_);
  void work(Threads::iterator self, bool stays);
  bool next(Lock& lock, bool stays, Task& task) REQUIRES(mutex_);

  const std::size_t max_threads_;
  const std::chrono::milliseconds idle_time_;
  mutable Mutex mutex_;
  std::condition_variable_any posted_, ended_;
  std::deque<Task> tasks_ GUARDED_BY(mutex_);
  Threads running_ GUARDED_BY(mutex_);
  Threads ended_threads_ GUARDED_BY(mutex_);  // to be joined: they need the lock no more
  std::size_t idle_ GUARDED_BY(mutex_) = 0;   // or about to begin
  bool joining_ GUARDED_BY(mutex_) = false;
};

}  // namespace aim::net
