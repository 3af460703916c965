// Budget of bytes of one kind in a process: memory that clients can make it occupy is charged here,
// so that the total is bounded and not only each part. Threads: a budget any; a charge one at a
// time.
#pragma once
#include <atomic>

#include "base/std.h"

namespace aim {

class ByteBudget {
 public:
  explicit ByteBudget(std::size_t max) : max_(max) {}

  std::size_t max() const { return max_; }
  std::size_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  friend class ByteCharge;
  // All of them or none. `held`: what the asker has already; with `alone`, who is the only holder
  // may have any number.
  bool take(std::size_t bytes, std::size_t held, bool alone) {
    std::size_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > max_ - std::min(used, max_) && !(alone && used == held))
        return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }
  void give(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  const std::size_t max_;
  std::atomic<std::size_t> used_{0};
};
using SharedBudget = std::shared_ptr<ByteBudget>;

// The share of one holder in a budget; returned at its end. Without a budget everything is granted.
class ByteCharge {
 public:
  ByteCharge() = default;
  explicit ByteCharge(SharedBudget budget) : budget_(std::move(budget)) {}
  ByteCharge(ByteCharge&& other) noexcept
      : budget_(std::move(other.budget_)), bytes_(std::exchange(other.bytes_, 0)) {}
  ByteCharge& operator=(ByteCharge&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~ByteCharge() { give(bytes_); }

  // False: the budget has no room, and nothing was charged. `alone`: who is the only holder is not
  // refused.
  bool take(std::size_t bytes, bool alone = false) {
    if (budget_ && !budget_->take(bytes, bytes_, alone))
      return false;
    bytes_ += bytes;
    return true;
  }
  void give(std::size_t bytes) {
    bytes = std::min(bytes, bytes_);
    if (budget_)
      budget_->give(bytes);
    bytes_ -= bytes;
  }
  // Exactly so many from now on. False: the budget has no room for more.
  bool set(std::size_t bytes) {
    if (bytes > bytes_)
      return take(bytes - bytes_);
    give(bytes_ - bytes);
    return true;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  SharedBudget budget_;
  std::size_t bytes_ = 0;
};

}  // namespace aim
