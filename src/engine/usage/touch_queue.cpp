#include "engine/usage/touch_queue.h"

#include <string>
#include <utility>

#include "base/hash.h"

namespace aim::engine {

bool FirstUses::add(std::string_view session, std::string_view question, Key key) {
  std::string all(session);
  all.append("\n").append(std::to_string(key)).append("\n").append(question);
  const Lock lock(mutex_);
  if (seen_.size() >= max_known)
    seen_.clear();
  return seen_.insert(stable_hash(all)).second;
}

void TouchQueue::add(Key key, Time time) {
  const Lock lock(mutex_);
  if (touches_.size() >= most)
    touches_.erase(touches_.begin(), touches_.begin() + most / 10);
  touches_.push_back({key, time});
}

void TouchQueue::add(AccessNote access) {
  const Lock lock(mutex_);
  if (accesses_.size() >= max_accesses)
    accesses_.erase(accesses_.begin(), accesses_.begin() + max_accesses / 10);
  accesses_.push_back(std::move(access));
}

std::vector<AccessNote> TouchQueue::take_accesses() {
  const Lock lock(mutex_);
  return std::exchange(accesses_, {});
}

void TouchQueue::put_back(std::vector<AccessNote> accesses) {
  const Lock lock(mutex_);
  for (AccessNote& each : accesses_) accesses.push_back(std::move(each));
  accesses_ = std::move(accesses);
}

std::vector<Touch> TouchQueue::take() {
  const Lock lock(mutex_);
  return std::exchange(touches_, {});
}

void TouchQueue::put_back(std::vector<Touch> touches) {
  const Lock lock(mutex_);
  touches.insert(touches.end(), touches_.begin(), touches_.end());
  touches_ = std::move(touches);
}

bool TouchQueue::empty() const {
  const Lock lock(mutex_);
  return touches_.empty() && accesses_.empty();
}

std::size_t TouchQueue::size() const {
  const Lock lock(mutex_);
  return touches_.size();
}

}  // namespace aim::engine
