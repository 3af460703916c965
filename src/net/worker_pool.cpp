#include "net/worker_pool.h"

#include <exception>

#include "base/log.h"

namespace aim::net {

WorkerPool::WorkerPool(std::size_t max_threads, std::chrono::milliseconds idle_time)
    : max_threads_(std::max<std::size_t>(1, max_threads)), idle_time_(idle_time) {
  const Lock lock(mutex_);
  start();
}

void WorkerPool::join_ended() {
  for (std::thread& each : ended_threads_) each.join();
  ended_threads_.clear();
}

void WorkerPool::start() {
  const bool stays = running_.empty();
  const auto self = running_.emplace(running_.end());
  try {
    ++idle_;  // until it has begun
    *self = std::thread([this, self, stays] { work(self, stays); });
  } catch (...) {
    --idle_;
    running_.erase(self);
    throw;
  }
}

void WorkerPool::post(Task task) {
  const Lock lock(mutex_);
  tasks_.push_back(std::move(task));
  if (tasks_.size() > idle_ && running_.size() < max_threads_) {
    try {
      start();
    } catch (const std::exception& failure) {
      log::warn("no further thread for requests: " + std::string(failure.what()));
    }
  }
  posted_.notify_one();
}

void WorkerPool::join() {
  Lock lock(mutex_);
  joining_ = true;
  posted_.notify_all();
  while (!running_.empty()) ended_.wait(lock);
  join_ended();
}

std::size_t WorkerPool::threads() const {
  const Lock lock(mutex_);
  return running_.size();
}

// False: the thread is to end.
bool WorkerPool::next(Lock& lock, bool stays, Task& task) {
  while (tasks_.empty()) {
    if (joining_)
      return false;
    ++idle_;
    const bool over = stays ? (posted_.wait(lock), false)
                            : posted_.wait_for(lock, idle_time_) == std::cv_status::timeout;
    --idle_;
    if (over && tasks_.empty())
      return false;
  }
  task = std::move(tasks_.front());
  tasks_.pop_front();
  return true;
}

void WorkerPool::work(Threads::iterator self, bool stays) {
  Lock lock(mutex_);
  --idle_;
  for (Task task; next(lock, stays, task); lock.lock()) {
    lock.unlock();
    task();
    task = nullptr;  // releases its captures without the lock
  }
  join_ended();
  ended_threads_.splice(ended_threads_.end(), running_, self);
  ended_.notify_all();
}

}  // namespace aim::net
