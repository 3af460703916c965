// What may be spent on a model in a day (UTC), in calls and in tokens.
// Pure: the day is passed in. ledger.h keeps what is spent.
// Errors: unavailable, saying which limit and when there is more.
#pragma once
#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "llm/names.h"

namespace aim::llm {

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

}  // namespace aim::llm
