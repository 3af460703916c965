#include "net/guesses.h"

namespace aim::net {

std::chrono::milliseconds Guesses::failed(const std::string& address, Clock::time_point now) {
  const Lock lock(mutex_);
  if (!tries_.contains(address) && tries_.size() >= max_addresses)
    tries_.erase(std::min_element(tries_.begin(), tries_.end(), [](const auto& a, const auto& b) {
      return a.second.last < b.second.last;
    }));
  Tries& tries = tries_[address];
  const std::chrono::duration<double> rested = now - tries.last;
  // An hour of tries is forgiven within minutes: the count stops where the wait does.
  constexpr double most = free + 8;
  tries.count = std::clamp(tries.count - rested / forgiven_after, 0.0, most) + 1;
  tries.last = now;
  const int beyond = static_cast<int>(tries.count) - free;
  if (beyond <= 0)
    return std::chrono::milliseconds(0);
  return std::min(longest_wait, first_wait * (1 << (beyond - 1)));
}

std::size_t Guesses::size() const {
  const Lock lock(mutex_);
  return tries_.size();
}

}  // namespace aim::net
