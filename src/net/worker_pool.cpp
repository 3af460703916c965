#include "net/worker_pool.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "base/log.h"

namespace aim::net {

WorkerPool::WorkerPool(std::size_t max_threads, std::chrono::milliseconds idle_time)
    : max_threads_(std::max<std::size_t>(1, max_threads)), idle_time_(idle_time) {
  const Lock lock(mutex_);
  start();
}

// Detached: join() waits for their number, and whoever ends touches nothing after it said so.
void WorkerPool::start() {
  const bool stays = threads_ == 0;
  std::thread([this, stays] { work(stays); }).detach();
  ++threads_;
}

void WorkerPool::post(Task task) {
  const Lock lock(mutex_);
  tasks_.push_back(std::move(task));
  if (tasks_.size() > threads_ - busy_ && threads_ < max_threads_) {
    try {
      start();
    } catch (const std::system_error& failure) {
      log::warn("no further thread for requests: " + std::string(failure.what()));
    }
  }
  posted_.notify_one();
}

void WorkerPool::join() {
  Lock lock(mutex_);
  joining_ = true;
  posted_.notify_all();
  while (threads_ > 0) ended_.wait(lock);
}

std::size_t WorkerPool::threads() const {
  const Lock lock(mutex_);
  return threads_;
}

// False: the thread is to end.
bool WorkerPool::next(Lock& lock, bool stays, Task& task) {
  while (tasks_.empty()) {
    if (joining_)
      return false;
    const bool over = stays ? (posted_.wait(lock), false)
                            : posted_.wait_for(lock, idle_time_) == std::cv_status::timeout;
    if (over && tasks_.empty())
      return false;
  }
  task = std::move(tasks_.front());
  tasks_.pop_front();
  return true;
}

void WorkerPool::work(bool stays) {
  Lock lock(mutex_);
  for (Task task; next(lock, stays, task); lock.lock(), --busy_) {
    ++busy_;
    lock.unlock();
    task();
    task = nullptr;  // what it holds is let go of without the lock
  }
  --threads_;
  ended_.notify_all();
}

}  // namespace aim::net
