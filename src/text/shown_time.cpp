// Times as people are shown them (stretch.h).
#include <ctime>

#include "base/platform/system.h"
#include "text/stretch.h"

namespace aim::text {
namespace {

// The hour and the minute may have their seconds.
std::string shown(Time time, bool with_seconds) {
  const std::tm parts =
      local_calendar(std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count());
  std::array<char, 40> text{};
  const auto size = with_seconds
                        ? std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S %z", &parts)
                        : std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M %z", &parts);
  std::string said(text.data(), size);
  if (said.size() > 2)
    said.insert(said.size() - 2, ":");
  return said;
}

}  // namespace

std::string local_time(Time time) {
  return shown(time, false);
}

std::string local_second(Time time) {
  return shown(time, true);
}

std::string human_age(Time then, Time now) {
  using std::chrono::floor, std::chrono::seconds;
  // In seconds: nanoseconds between two distant years do not fit 64 bits.
  const seconds age =
      floor<seconds>(now).time_since_epoch() - floor<seconds>(then).time_since_epoch();
  const auto words = [&](seconds unit, const char* letters) {
    return std::to_string(age / unit).append(letters).append(" ago");
  };
  if (age < std::chrono::minutes(1))  // also negative: a clock that went back is no "-3m ago"
    return "just now";
  if (age < std::chrono::hours(1))
    return words(std::chrono::minutes(1), "m");
  if (age < std::chrono::days(1))
    return words(std::chrono::hours(1), "h");
  constexpr std::chrono::days month(30);
  return age < month ? words(std::chrono::days(1), "d") : words(month, "mo");
}

}  // namespace aim::text
