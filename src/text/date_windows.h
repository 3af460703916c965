// From what a phrase means ("two weeks ago", "July of 2023") to the days a memory of it is likely
// to be from. The widths are when.h's. Calls beyond max_dates add nothing.
// Pure. Dates are of the years 1900 to 2100 or within a century of now.
#pragma once
#include "base/clock.h"
#include "text/date_names.h"

namespace aim::text {

// The days that a question is about, and how well a memory's time fits them. Which phrases
// there are says when.h. Cost: fit() is a few comparisons.
inline constexpr std::size_t max_dates = 8;  // of a question; later ones are not looked at

struct When {
  struct Window {
    std::chrono::sys_days first, last;
    double fit;
    // The days that the words name, without those around them. In a window of days around alone the
    // last is before the first.
    std::chrono::sys_days said_first, said_last;
  };
  struct Yearly {
    std::chrono::month month;
    std::chrono::day first{0}, last{0};  // 0: the whole month
  };
  std::vector<Window> windows;
  std::vector<Yearly> yearly;

  double fit(Time time) const;  // 0…1: the best of all windows
};

class DateWindows {
 public:
  explicit DateWindows(Time now);

  void date(std::chrono::year year, std::chrono::month month, std::chrono::day first,
            std::chrono::day last);
  void date_of_any_year(std::chrono::month month, std::chrono::day first, std::chrono::day last);
  void latest_date(std::chrono::month month, std::chrono::day day);  // before today
  void month(std::chrono::year_month month);
  void month_of_any_year(std::chrono::month month);
  void latest_month(std::chrono::month month);  // that is over
  void season(Season season, std::chrono::year year);
  void latest_season(Season season);  // that is over
  void year(std::chrono::year year);

  void today();
  void yesterday();
  void this_unit(TimeUnit unit);  // week, month, year
  void last_week();
  void last_weekend();
  void last_weekday(std::chrono::weekday weekday);
  void ago(int count, TimeUnit unit);    // the day, week, month or year so long ago
  void since(int count, TimeUnit unit);  // from so long ago to today

  std::chrono::year this_year() const { return year_; }
  When take() { return std::move(when_); }
  bool empty() const { return when_.windows.empty() && when_.yearly.empty(); }

 private:
  using Days = std::chrono::sys_days;
  bool next();
  // All of these days are named.
  void add(Days first, Days last, double fit = 1);
  struct Named {
    Days first, last;
  };
  void add_around(Named named, Days first, Days last, double fit = 1);
  Days monday() const;
  std::chrono::year_month months_ago(int count) const;
  Days last_of(std::chrono::year_month month) const;

  Days today_;
  std::chrono::seconds second_;  // of now
  std::chrono::year year_;
  std::size_t dates_ = 0;
  When when_;
};

}  // namespace aim::text
