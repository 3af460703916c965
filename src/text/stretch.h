// A time as a person or an assistant gives it to a filter or an expiry (V5): RFC 3339, the same
// without a zone, a date, a month, "7d", "2 weeks ago", "yesterday", "last week", "monday",
// "last November", "Nov 20", "20.11.2026", "yesterday 10:00"; what this program itself shows of
// times
// ("5m ago", "2026-11-26 09:05 +08:00"), too.
// A time without a zone is local: that of TZ, else of this machine. Weeks begin on Mondays. Dates
// beyond what a time holds (9999-12-31) are the last moment. Knows: words and the clock of this
// machine. Must not know: what the time is for. Threads: any.
#pragma once
#include "base/clock.h"
#include "base/result.h"

namespace aim::text {

struct Stretch {
  Time first, last;
};

// Where "7d" and "monday" lie.
enum class Side { past, future };

// Errors: validation_failed, naming `field` and what can be given.
Result<Stretch> parse_stretch(std::string_view text, std::string_view field, Time now, Side side);

// "2026-11-26 09:05 +08:00", for a person.
std::string local_time(Time time);
// The same with its seconds, "2026-11-26 09:05:22 +08:00", where several happen in a minute.
std::string local_second(Time time);

// Ages for people: "just now", "5m ago", "3h ago", "2d ago", "4mo ago" (wire.md 4.1).
std::string human_age(Time then, Time now);

}  // namespace aim::text
