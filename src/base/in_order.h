// Work done ahead on other threads, and handed out in the order in which it was given. A caller
// that asks for work that nobody has begun does it itself, so that progress needs no thread. Knows:
// threads. Must not know: what the work is. Threads: add(), take() and full() by one; `work` runs
// on any.
#pragma once
#include <condition_variable>
#include <deque>
#include <exception>
#include <thread>

#include "base/mutex.h"
#include "base/std.h"

namespace aim {

// Useful threads in addition to the one that gives the work and takes it.
inline std::size_t threads_ahead() {
  constexpr std::size_t most = 4;
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  return std::min(cores - 1, most);
}

template <class Job>
class InOrder {
 public:
  using Work = std::function<void(Job&)>;

  // `most`: jobs that wait at a time, done or not. Threads begin with the first job.
  InOrder(std::size_t threads, std::size_t most, Work work)
      : threads_wanted_(threads), most_(most), work_(std::move(work)) {}
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;
  // Work that nobody has begun is dropped.
  ~InOrder() {
    {
      const Lock lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  bool full() const { return waiting() >= most_; }
  std::size_t waiting() const {
    const Lock lock(mutex_);
    return places_.size();
  }

  void add(Job job) {
    auto place = std::make_unique<Place>(std::move(job));
    {
      const Lock lock(mutex_);
      places_.push_back(std::move(place));
    }
    if (threads_.size() < threads_wanted_)
      threads_.emplace_back([this] { run(); });
    changed_.notify_all();
  }

  // The oldest result, or nothing. Rethrows the exception of its work.
  std::optional<Job> take() {
    std::unique_ptr<Place> place;
    bool mine = false;
    {
      Lock lock(mutex_);
      if (places_.empty())
        return std::nullopt;
      Place& first = *places_.front();
      mine = first.state == State::waiting;
      if (mine)
        first.state = State::begun;
      else
        while (first.state != State::done) changed_.wait(lock);
      place = std::move(places_.front());
      places_.pop_front();
    }
    if (mine)
      work_(place->job);
    if (place->thrown)
      std::rethrow_exception(place->thrown);
    return std::move(place->job);
  }

 private:
  enum class State { waiting, begun, done };
  struct Place {
    explicit Place(Job given) : job(std::move(given)) {}
    Job job;
    State state = State::waiting;
    std::exception_ptr thrown;
  };

  // Begins the oldest pending work; null: no pending work.
  Place* begin_next() REQUIRES(mutex_) {
    for (const auto& place : places_)
      if (place->state == State::waiting) {
        place->state = State::begun;
        return place.get();
      }
    return nullptr;
  }

  void run() {
    Lock lock(mutex_);
    while (!ended_) {
      Place* const place = begin_next();
      if (!place) {
        changed_.wait(lock);
        continue;
      }
      lock.unlock();
      std::exception_ptr thrown;
      try {
        work_(place->job);
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      place->thrown = thrown;
      place->state = State::done;
      changed_.notify_all();
    }
  }

  const std::size_t threads_wanted_, most_;
  const Work work_;
  mutable Mutex mutex_;
  std::condition_variable_any changed_;
  // Each stays where it is until it is taken.
  std::deque<std::unique_ptr<Place>> places_ GUARDED_BY(mutex_);
  bool ended_ GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace aim
