// Runs hooks as a client would, with an event that changes nothing: do they start, and answer?
// Knows: processes. Must not know: clients, who asks.
#pragma once
#include <chrono>

#include "base/std.h"

namespace aim::install {

// Each command once: clients have commands in common.
class HookTrial {
 public:
  // A hook that has not ended after the limit is ended, with all that it started. Once they took
  // `max_spent` limits together, the rest are not run.
  explicit HookTrial(std::chrono::milliseconds limit = std::chrono::seconds(5)) : limit_(limit) {}

  // What is wrong; empty: nothing.
  std::string run(const std::string& command);

 private:
  static constexpr int max_spent = 3;

  std::chrono::milliseconds limit_, spent_{0};
  std::map<std::string, std::string> tried_;
};

}  // namespace aim::install
