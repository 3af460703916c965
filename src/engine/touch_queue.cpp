#include "engine/touch_queue.h"

#include <utility>

namespace aim::engine {

void TouchQueue::add(Key key, Time time) {
  const std::lock_guard lock(mutex_);
  if (touches_.size() >= most)
    touches_.erase(touches_.begin(), touches_.begin() + most / 10);
  touches_.push_back({key, time});
}

std::vector<Touch> TouchQueue::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(touches_, {});
}

void TouchQueue::put_back(std::vector<Touch> touches) {
  const std::lock_guard lock(mutex_);
  touches.insert(touches.end(), touches_.begin(), touches_.end());
  touches_ = std::move(touches);
}

bool TouchQueue::empty() const {
  const std::lock_guard lock(mutex_);
  return touches_.empty();
}

std::size_t TouchQueue::size() const {
  const std::lock_guard lock(mutex_);
  return touches_.size();
}

}  // namespace aim::engine
