// The time, passed in. Nothing in the program asks the system for the time but SystemClock.
#pragma once
#include <chrono>

namespace aim {

// UTC, to the nanosecond: what fits an integer column and RFC 3339 alike.
using Time = std::chrono::sys_time<std::chrono::nanoseconds>;

class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;
  virtual Time now() const = 0;
};

class SystemClock final : public Clock {
 public:
  Time now() const override {
    return std::chrono::time_point_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now());
  }
};

// For tests: stands still until told otherwise.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(Time start) : now_(start) {}
  Time now() const override { return now_; }
  void advance(std::chrono::nanoseconds by) { now_ += by; }

 private:
  Time now_;
};

}  // namespace aim
