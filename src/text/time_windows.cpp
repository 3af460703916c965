#include "text/time_windows.h"

#include <algorithm>

namespace aim::text {
namespace {

double fit_of(const When::Yearly& yearly, std::chrono::sys_days day) {
  using std::chrono::days;
  const std::chrono::year_month_day date(day);
  const bool in_month = date.month() == yearly.month;
  if (yearly.first == std::chrono::day(0))
    return in_month ? 1 : 0;
  const days more(static_cast<unsigned>(yearly.last) - static_cast<unsigned>(yearly.first) + 7U);
  for (const int back : {0, 1}) {  // 28 December lasts into January
    const auto first = (date.year() - std::chrono::years(back)) / yearly.month / yearly.first;
    if (first.ok() && day >= std::chrono::sys_days(first) &&
        day <= std::chrono::sys_days(first) + more)
      return 1;
  }
  return in_month ? 0.5 : 0;
}

}  // namespace

double When::fit(Time time) const {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  double best = 0;
  for (const Window& window : windows)
    if (day >= window.first && day <= window.last)
      best = std::max(best, window.fit);
  for (const Yearly& each : yearly) best = std::max(best, fit_of(each, day));
  return best;
}

}  // namespace aim::text
