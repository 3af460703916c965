#include "mcp/questions.h"

#include <algorithm>

namespace aim::mcp {

std::vector<WaitingCall> Questions::keep(WaitingCall call) {
  std::vector<WaitingCall> dropped;
  const std::lock_guard lock(mutex_);
  for (; calls_.size() >= most; calls_.pop_front())
    dropped.push_back(std::move(calls_.front()));
  calls_.push_back(std::move(call));
  return dropped;
}

std::optional<WaitingCall> Questions::take(const std::string& question_id) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(calls_.begin(), calls_.end(),
                                  [&](const WaitingCall& each) { return each.question_id == question_id; });
  if (found == calls_.end())
    return std::nullopt;
  WaitingCall call = std::move(*found);
  calls_.erase(found);
  return call;
}

bool Questions::empty() const {
  const std::lock_guard lock(mutex_);
  return calls_.empty();
}

bool Questions::waits_for(const std::string& question_id) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(calls_.begin(), calls_.end(),
                     [&](const WaitingCall& each) { return each.question_id == question_id; });
}

void Questions::cancel(const std::string& request_id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(calls_, [&](const WaitingCall& each) { return each.request_id == request_id; });
}

std::vector<WaitingCall> Questions::take_older(std::chrono::steady_clock::time_point than) {
  std::vector<WaitingCall> old;
  const std::lock_guard lock(mutex_);
  for (; !calls_.empty() && calls_.front().since <= than; calls_.pop_front())
    old.push_back(std::move(calls_.front()));
  return old;
}

std::string Questions::next_id() {
  const std::lock_guard lock(mutex_);
  return "confirm-" + std::to_string(++last_);
}

}  // namespace aim::mcp
