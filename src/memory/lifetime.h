// How long a memory lives and what using it does to that: functions of time (A2, S2, S3, S13;
// wire.md 1.5). Knows: tiers, times, counts. Must not know: who uses a memory, where it is kept.
// Times that would not fit end at `latest_time`, counts at the largest integer.
#pragma once
#include <chrono>

#include "base/clock.h"
#include "memory/tier.h"

namespace aim {

// From the configuration's [ttl]; the initial values are the tiers' own (A2).
struct Lifetimes {
  std::chrono::seconds short_ttl = std::chrono::hours(6);
  std::chrono::seconds mid_ttl = std::chrono::days(7);
  std::optional<std::chrono::seconds> long_ttl;  // unset: for ever
  std::chrono::seconds short_extend = std::chrono::hours(1);
  std::chrono::seconds mid_extend = std::chrono::days(1);
};

// The last moment that can be written and read again: the end of the year 2261.
inline constexpr Time latest_time =
    std::chrono::sys_days(std::chrono::year(2262) / 1 / 1) - std::chrono::nanoseconds(1);

// `time` + `by`; a negative `by` counts as none.
Time later(Time time, std::chrono::seconds by);

// When a memory of that tier expires that begins to live now; nothing: never.
std::optional<Time> expiry_at_birth(Tier tier, Time now, const Lifetimes& lifetimes);

// The parts of a memory that use reads and changes.
struct Use {
  Tier tier = Tier::mid_term;
  std::optional<Time> expires_at;
  std::int64_t access_count = 0;
  std::int64_t reinforcement = 0;
  std::int64_t priority = 5;  // the caller's own; never changed here
  bool promoted = false;      // out: these touches made a mid memory long
  bool deadline = false;      // a caller asked for the expiry: it stays (S26)
};

inline constexpr std::int64_t promoting_accesses = 5;     // A2
inline constexpr std::int64_t reinforcing_accesses = 10;  // A2

// The memory after `touches` more uses, the last of them at `now`. An expiry never comes nearer,
// and a memory without one gets none; a deadline stays where it is. No touches, no change.
Use touched(Use use, std::int64_t touches, Time now, const Lifetimes& lifetimes);

}  // namespace aim
