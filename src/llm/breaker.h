// The circuit breaker of an endpoint: after a failure nobody asks for a while, so that a dead one
// costs nothing; then one caller may try (half open), and its luck decides for all.
// Pure: times are passed in.
#pragma once
#include <chrono>
#include <optional>

#include "base/clock.h"

namespace aim::llm {

struct Breaker {
  int failures = 0;   // in a row
  Time open_until{};  // nobody asks before

  // How long it stays open after so many failures: 15 seconds, doubling up to ten minutes.
  static constexpr std::chrono::seconds first_rest{15}, longest_rest{600};
  static std::chrono::seconds rest_after(int failures);

  bool lets_through(Time now) const;
  // Before asking. Half open: others wait until this one's luck is known, or `timeout` is over.
  void begin(Time now, std::chrono::seconds timeout);
  void succeeded() { *this = {}; }
  // `retry_after`: how long the endpoint wants to be left alone; a longer one than ours counts.
  void failed(Time now, std::optional<std::chrono::seconds> retry_after = {});

  friend bool operator==(const Breaker&, const Breaker&) = default;
};

}  // namespace aim::llm
