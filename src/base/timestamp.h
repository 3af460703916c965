// RFC 3339 timestamps: a moment, and the text a caller gave for it.
// A timestamp that we wrote prints canonically, "2026-11-21T02:41:13.317578968+00:00" (nanoseconds,
// UTC as +00:00); one that a caller gave prints as given (wire.md 1.1), so `given` keeps its text
// when that is not canonical.
#pragma once
#include "base/clock.h"
#include "base/result.h"

namespace aim {

struct Timestamp {
  Time time{};
  std::string given;  // empty: canonical

  std::string text() const;
  std::int64_t nanoseconds() const { return time.time_since_epoch().count(); }
  friend bool operator==(const Timestamp& a, const Timestamp& b) {
    return a.time == b.time && a.given == b.given;
  }
};

inline Timestamp at(Time time) {
  return {time, {}};
}
inline Time time_from_nanoseconds(std::int64_t ns) {
  return Time(std::chrono::nanoseconds(ns));
}

// Canonical text of a moment. 35 characters.
std::string format_rfc3339(Time time);

// Date-time with zone as RFC 3339 says (T or a blank, Z or an offset, up to 9 decimals; years 1678
// to 2261).
// Errors: validation_failed, naming `field`.
Result<Timestamp> parse_rfc3339(std::string_view text, std::string_view field);

// As above; a plain date ("2026-01-01") is also taken, as its first moment in UTC. For what
// others wrote; filters and expiries read more (text/stretch.h).
Result<Timestamp> parse_date_or_time(std::string_view text, std::string_view field);

// A time as other programs write it: as above, also without a zone (then UTC), without seconds,
// with an offset without a colon ("+0000"), or as seconds or milliseconds since 1970. Errors:
// validation_failed, naming `field`.
Result<Timestamp> parse_foreign_time(std::string_view text, std::string_view field);
// Reads a number since 1970: seconds, or milliseconds where it must be these.
std::optional<Time> time_of_number(double number);

}  // namespace aim
