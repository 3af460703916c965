// What may be spent on a model in a day (UTC), in calls and in tokens.
// Pure: the day is passed in. ledger.h keeps what is spent.
// Errors: unavailable, saying which limit and when there is more.
#pragma once
#include <chrono>

#include "base/clock.h"
#include "base/result.h"

namespace aim::llm {

// Names of a model service: the one in messages, and the section of config.toml with its settings.
struct Names {
  std::string_view what = "the language model", section = "llm";
  // "llm.url"
  std::string setting(std::string_view key) const {
    return std::string(section).append(".").append(key);
  }
};
inline constexpr Names of_embedding{"the embedding service", "embedding"};

struct Limits {
  std::int64_t calls_per_day = 0, tokens_per_day = 0;  // 0: without limit
  Names names = {};                                    // whose they are, for messages
};

// Days since 1970, UTC.
std::int64_t day_of(Time now);

struct Spent {
  std::int64_t day = 0, calls = 0, tokens = 0;

  // What was spent on an earlier day counts no longer. A day to come does: the clock was put back,
  // and a limit that can be got round so is none.
  void begin_day(std::int64_t today);
  // Takes one call. Errors: there is none left, or no tokens.
  Result<void> take_call(const Limits& limits);
  void add_tokens(std::int64_t more);
  std::optional<std::int64_t> calls_left(const Limits& limits) const;
  std::optional<std::int64_t> tokens_left(const Limits& limits) const;

  friend bool operator==(const Spent&, const Spent&) = default;
};

// The circuit breaker of an endpoint: after a failure nobody asks for a while, so that a dead one
// costs nothing; then one caller may try (half open), and its luck decides for all.
// Pure: times are passed in.
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
