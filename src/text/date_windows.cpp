#include "text/date_windows.h"

namespace aim::text {

namespace {

using std::chrono::days;
using std::chrono::months;
using std::chrono::sys_days;
using std::chrono::year_month_day;
using std::chrono::years;

constexpr double half = 0.5;
constexpr days told_within(7);  // of a day that is named by its date
constexpr days told_soon(2);    // of one that is named by its distance

std::chrono::month first_month(Season season) {
  switch (season) {
    case Season::spring:
      return std::chrono::March;
    case Season::summer:
      return std::chrono::June;
    case Season::autumn:
      return std::chrono::September;
    case Season::winter:
      break;
  }
  return std::chrono::December;
}

}  // namespace

DateWindows::DateWindows(Time now)
    : today_(std::chrono::floor<days>(now)),
      second_(std::chrono::floor<std::chrono::seconds>(now).time_since_epoch()),
      year_(year_month_day(today_).year()) {}

bool DateWindows::next() {
  return ++dates_ <= max_dates;
}

void DateWindows::add(Days first, Days last, double fit) {
  add_around({first, last}, first, last, fit);
}

void DateWindows::add_around(Named named, Days first, Days last, double fit) {
  when_.windows.push_back({first, last, fit, named.first, named.last});
}

sys_days DateWindows::monday() const {
  return today_ - (std::chrono::weekday(today_) - std::chrono::Monday);
}

std::chrono::year_month DateWindows::months_ago(int count) const {
  const year_month_day date(today_);
  return date.year() / date.month() - months(count);
}

sys_days DateWindows::last_of(std::chrono::year_month month) const {
  return month / std::chrono::last;
}

void DateWindows::date(std::chrono::year year, std::chrono::month month, std::chrono::day first,
                       std::chrono::day last) {
  if (!next())
    return;
  const auto first_date = year / month / first;
  const days more(static_cast<unsigned>(last) - static_cast<unsigned>(first));
  if (!first_date.ok())
    return add(year / month / 1, last_of(year / month));
  const sys_days day(first_date);
  add_around({day, day + more}, day, day + more + told_within);
  add_around({day, day - days(1)}, year / month / 1, last_of(year / month), half);
}

void DateWindows::date_of_any_year(std::chrono::month month, std::chrono::day first,
                                   std::chrono::day last) {
  if (next())
    when_.yearly.push_back({month, first, last});
}

void DateWindows::latest_date(std::chrono::month month, std::chrono::day day) {
  const year_month_day this_year = year_ / month / day;
  const bool over = this_year.ok() && sys_days(this_year) < today_;
  date(over ? year_ : year_ - years(1), month, day, day);
}

void DateWindows::month(std::chrono::year_month month) {
  if (next())
    add(month / 1, last_of(month));
}

void DateWindows::month_of_any_year(std::chrono::month month) {
  date_of_any_year(month, std::chrono::day(0), std::chrono::day(0));
}

void DateWindows::latest_month(std::chrono::month name) {
  const bool over = last_of(year_ / name) < today_;
  month((over ? year_ : year_ - years(1)) / name);
}

void DateWindows::season(Season season, std::chrono::year year) {
  if (!next())
    return;
  const auto begin = year / first_month(season);
  add(begin / 1, last_of(begin + months(2)));
  if (season == Season::winter)  // people mean either
    add((begin - years(1)) / 1, last_of(begin - months(10)));
}

void DateWindows::latest_season(Season season) {
  if (!next())
    return;
  auto begin = year_ / first_month(season);
  while (last_of(begin + months(2)) >= today_) begin -= years(1);
  add(begin / 1, last_of(begin + months(2)));
}

void DateWindows::year(std::chrono::year year) {
  if (next())
    add(year / 1 / 1, year / 12 / 31, half);
}

void DateWindows::today() {
  if (next())
    add(today_, today_);
}

void DateWindows::yesterday() {
  if (next())
    add_around({today_ - days(1), today_ - days(1)}, today_ - days(1), today_);
}

void DateWindows::this_unit(TimeUnit unit) {
  if (unit == TimeUnit::year)
    year(year_);
  else if (unit == TimeUnit::month)
    month(months_ago(0));
  else if (next())
    add(monday(), monday() + days(6));
}

void DateWindows::last_week() {
  if (next())
    add_around({monday() - days(7), monday() - days(1)}, monday() - days(7),
               monday() - days(1) + told_soon);
}

void DateWindows::last_weekend() {
  if (next())
    add_around({monday() - days(2), monday() - days(1)}, monday() - days(2),
               monday() - days(1) + told_soon);
}

void DateWindows::last_weekday(std::chrono::weekday weekday) {
  if (!next())
    return;
  const days back = std::chrono::weekday(today_ - days(1)) - weekday;
  const sys_days day = today_ - days(1) - back;
  add_around({day, day}, day, day + told_soon);
}

void DateWindows::ago(int count, TimeUnit unit) {
  if (unit == TimeUnit::month)
    return month(months_ago(count));
  if (unit == TimeUnit::year)
    return year(year_ - years(count));
  if (unit == TimeUnit::hour || unit == TimeUnit::minute)
    return since(count, unit);
  if (!next())
    return;
  if (unit == TimeUnit::week) {
    const sys_days first = monday() - days(7) * count;
    return add_around({first, first + days(6)}, first - told_soon, first + days(6) + told_soon);
  }
  const days around(std::max(1, count / 7));
  const sys_days day = today_ - days(count);
  add_around({day, day}, day - around, day + around);
}

void DateWindows::since(int count, TimeUnit unit) {
  if (!next())
    return;
  using std::chrono::seconds;
  const seconds length = unit == TimeUnit::minute  ? std::chrono::minutes(1)
                         : unit == TimeUnit::hour  ? std::chrono::hours(1)
                         : unit == TimeUnit::day   ? seconds(days(1))
                         : unit == TimeUnit::week  ? seconds(days(7))
                         : unit == TimeUnit::month ? seconds(days(31))
                                                   : seconds(days(366));
  const auto first = std::chrono::floor<days>(second_ - length * count);
  add(sys_days(first), today_, unit == TimeUnit::year ? half : 1);
}

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
