#include "mcp/protocol/pending_calls.h"

#include <numeric>

namespace aim::mcp {

std::vector<PendingCall> PendingCalls::keep(PendingCall call) {
  std::vector<PendingCall> dropped;
  const Lock lock(mutex_);
  for (; !calls_.empty() && (calls_.size() >= max_calls || bytes() + call.bytes > max_bytes);
       calls_.pop_front())
    dropped.push_back(std::move(calls_.front()));
  calls_.push_back(std::move(call));
  return dropped;
}

std::size_t PendingCalls::bytes() const {
  return std::accumulate(calls_.begin(), calls_.end(), std::size_t{0},
                         [](std::size_t sum, const PendingCall& each) { return sum + each.bytes; });
}

std::optional<PendingCall> PendingCalls::take(const std::string& question_id) {
  const Lock lock(mutex_);
  const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const PendingCall& each) {
    return each.question_id == question_id;
  });
  if (found == calls_.end())
    return std::nullopt;
  PendingCall call = std::move(*found);
  calls_.erase(found);
  return call;
}

bool PendingCalls::empty() const {
  const Lock lock(mutex_);
  return calls_.empty();
}

bool PendingCalls::waits_for(const std::string& question_id) const {
  const Lock lock(mutex_);
  return std::any_of(calls_.begin(), calls_.end(),
                     [&](const PendingCall& each) { return each.question_id == question_id; });
}

void PendingCalls::cancel(const std::string& request_id) {
  const Lock lock(mutex_);
  std::erase_if(calls_, [&](const PendingCall& each) { return each.request_id == request_id; });
}

std::vector<PendingCall> PendingCalls::take_older(std::chrono::steady_clock::time_point than) {
  std::vector<PendingCall> old;
  const Lock lock(mutex_);
  for (; !calls_.empty() && calls_.front().since <= than; calls_.pop_front())
    old.push_back(std::move(calls_.front()));
  return old;
}

std::string PendingCalls::next_id() {
  const Lock lock(mutex_);
  return "confirm-" + std::to_string(++last_);
}

}  // namespace aim::mcp
