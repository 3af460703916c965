#include "text/stretch.h"

#include <charconv>
#include <ctime>
#include <ranges>

#include "base/platform/system.h"
#include "base/timestamp.h"
#include "base/utf8.h"
#include "text/date_names.h"

namespace aim::text {

namespace {

using std::chrono::days, std::chrono::nanoseconds, std::chrono::seconds;

constexpr int first_year = 1678,
              last_year = 2261;  // years that nanoseconds hold, with room for zones
constexpr int max_count = 36'525;
constexpr std::size_t max_shown = 60;
constexpr std::string_view wanted =
    "must be a date such as 2026-11-21, a date and time such as 2026-11-21T10:00:00Z, or such as "
    "7d, ";
constexpr std::string_view of_the_past = "2 weeks ago, yesterday, last week",
                           of_the_future = "in 2 weeks, friday, next month";

std::tm local_parts(Time time) {
  return local_calendar(std::chrono::floor<seconds>(time.time_since_epoch()).count());
}

// A local date and time as a moment; fields out of their range are carried over.
Time local_moment(std::tm parts) {
  if (parts.tm_year + 1900 > last_year)
    return Time::max();
  if (parts.tm_year + 1900 < first_year)
    return Time::min();
  parts.tm_isdst = -1;
  return Time(seconds(std::mktime(&parts)));
}

struct Day {
  int year = 0, month = 1, day = 1;
};

Time begin_of(Day day) {
  std::tm parts{};
  parts.tm_year = day.year - 1900;
  parts.tm_mon = day.month - 1;
  parts.tm_mday = day.day;
  return local_moment(parts);
}

// From the beginning of the one to right before the other.
Stretch between(Day from, Day to) {
  const Time end = begin_of(to);
  return {begin_of(from), end == Time::max() || end == Time::min() ? end : end - nanoseconds(1)};
}

// Digits of a fixed number from the front.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  int number = 0;
  if (text.size() < digits)
    return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, number);
  if (error != std::errc() || end != text.data() + digits || number < 0)
    return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == text.npos)
    return false;
  text.remove_prefix(1);
  return true;
}

bool is_date(const Day& day) {
  const std::chrono::year_month_day date(std::chrono::year(day.year),
                                         std::chrono::month(static_cast<unsigned>(day.month)),
                                         std::chrono::day(static_cast<unsigned>(day.day)));
  return date.ok();
}

// "2026", "2026-11", "2026/11/21", "2026-11-21 10:00", "2026-11-21T10:00:00.5": local. A zone
// behind it is read where the year is one that parse_rfc3339() refuses.
std::optional<Stretch> read_digits(std::string_view text) {
  Day day;
  const auto year = take_number(text, 4);
  if (year && text.empty() && *year >= first_year && *year <= last_year)
    return between({*year, 1, 1}, {*year + 1, 1, 1});
  const std::string_view sign = text.starts_with('/') ? "/" : "-";
  if (!year || !take(text, sign))
    return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || *month < 1 || *month > 12)
    return std::nullopt;
  day.year = *year;
  day.month = *month;
  if (text.empty())
    return between(day, {day.year, day.month + 1, 1});
  const auto of_month = take(text, sign) ? take_number(text, 2) : std::nullopt;
  if (!of_month || !is_date({day.year, day.month, *of_month}))
    return std::nullopt;
  day.day = *of_month;
  if (text.empty())
    return between(day, {day.year, day.month, day.day + 1});
  std::tm parts{};
  parts.tm_year = day.year - 1900;
  parts.tm_mon = day.month - 1;
  parts.tm_mday = day.day;
  const auto hour = take(text, "Tt ") ? take_number(text, 2) : std::nullopt;
  const auto minute = hour && take(text, ":") ? take_number(text, 2) : std::nullopt;
  if (!minute || *hour > 23 || *minute > 59)
    return std::nullopt;
  parts.tm_hour = *hour;
  parts.tm_min = *minute;
  Time time = local_moment(parts);
  const bool far = time == Time::max() || time == Time::min();
  if (far)
    return Stretch{time, time};
  if (take(text, ":")) {
    const auto second = take_number(text, 2);
    if (!second || *second > 59)
      return std::nullopt;
    time += seconds(*second);
  }
  if (take(text, ".")) {
    std::int64_t scale = 100'000'000;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
      time += nanoseconds((text.front() - '0') * scale);
      scale /= 10;
      text.remove_prefix(1);
    }
  }
  return text.empty() ? std::optional(Stretch{time, time}) : std::nullopt;
}

// "20.11.2026": the day first.
std::optional<Stretch> read_dotted(std::string_view text) {
  const auto take_part = [&]() -> std::optional<int> {
    const std::size_t digits = text.find('.');
    const auto number = digits == 1 || digits == 2 ? take_number(text, digits) : std::nullopt;
    return number && take(text, ".") ? number : std::nullopt;
  };
  Day day;
  const auto of_month = take_part();
  const auto month = of_month ? take_part() : std::nullopt;
  const auto year = month ? take_number(text, 4) : std::nullopt;
  if (!year || !text.empty() || !is_date(day = {*year, *month, *of_month}))
    return std::nullopt;
  return between(day, {day.year, day.month, day.day + 1});
}

// In lower case; "7d" is two words.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool parted = true;
  for (const char each : text) {
    const char c = each >= 'A' && each <= 'Z' ? static_cast<char>(each - 'A' + 'a') : each;
    if (c == ' ' || c == '\t' || c == '_' || c == '-') {
      parted = true;
      continue;
    }
    const bool digit = c >= '0' && c <= '9';
    const bool was_digit =
        !words.empty() && words.back().back() >= '0' && words.back().back() <= '9';
    if (parted || digit != was_digit)
      words.emplace_back();
    words.back() += c;
    parted = false;
  }
  return words;
}

std::optional<TimeUnit> unit_of(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, TimeUnit>, 10> brief{{{"m", TimeUnit::minute},
                                                                         {"min", TimeUnit::minute},
                                                                         {"mins", TimeUnit::minute},
                                                                         {"h", TimeUnit::hour},
                                                                         {"hr", TimeUnit::hour},
                                                                         {"hrs", TimeUnit::hour},
                                                                         {"d", TimeUnit::day},
                                                                         {"w", TimeUnit::week},
                                                                         {"mo", TimeUnit::month},
                                                                         {"y", TimeUnit::year}}};
  const auto found = std::ranges::find(brief, word, &std::pair<std::string_view, TimeUnit>::first);
  return found == brief.end() ? unit_named(word) : std::optional(found->second);
}

class Words {
 public:
  Words(std::string_view text, Time now, Side side)
      : words_(words_of(text)), now_(now), side_(side), parts_(local_parts(now)) {}

  std::optional<Stretch> read() const {
    if (words_.empty())
      return std::nullopt;
    if (const auto stretch = read_month())
      return stretch;
    if (ends_as({"day", "before", "yesterday"}))
      return whole_days(-2, -2);
    if (ends_as({"just", "now"}))
      return Stretch{now_, now_};
    if (words_.size() == 2 && is_relative(words_[0]))
      if (const auto month = month_named(words_[1]))
        return read_relative_month(words_[0], static_cast<int>(static_cast<unsigned>(*month)));
    if (words_.size() == 1)
      return read_one(words_[0]);
    if (words_.size() == 2 && is_relative(words_[0]))
      if (const auto stretch = read_calendar(words_[0], words_[1]))
        return stretch;
    return read_length();
  }

 private:
  // These words, perhaps behind "the".
  bool ends_as(std::initializer_list<std::string_view> words) const {
    const std::size_t skipped = words_.front() == "the" ? 1 : 0;
    return std::ranges::equal(words_ | std::views::drop(skipped), words);
  }
  static bool is_relative(std::string_view word) {
    return word == "last" || word == "this" || word == "next" || word == "past" ||
           word == "previous";
  }
  Day today(int plus = 0) const {
    return {parts_.tm_year + 1900, parts_.tm_mon + 1, parts_.tm_mday + plus};
  }
  Stretch whole_days(int from, int to) const { return between(today(from), today(to + 1)); }

  std::optional<Stretch> read_one(std::string_view word) const {
    if (word == "now")
      return Stretch{now_, now_};
    if (word == "today")
      return whole_days(0, 0);
    if (word == "yesterday")
      return whole_days(-1, -1);
    if (word == "tomorrow")
      return whole_days(1, 1);
    return read_calendar(side_ == Side::past ? "last" : "next", word, true);
  }

  // "November", "Nov 20", "20 November 2026": without a year, the one that lies on this side.
  std::optional<Stretch> read_month() const {
    Day day{0, 0, 0};
    for (const std::string& word : words_) {
      std::string_view digits = word;
      if (const auto number = take_number(digits, digits.size()); number && digits.empty()) {
        int& part = word.size() == 4 ? day.year : day.day;
        if (part != 0 || word.size() == 3 || word.size() > 4)
          return std::nullopt;
        part = *number;
      } else if (const auto month = month_named(word); month && day.month == 0)
        day.month = static_cast<int>(static_cast<unsigned>(*month));
      else if (word != "," && word != ".")
        return std::nullopt;
    }
    if (day.month == 0)
      return std::nullopt;
    const bool year_is_given = day.year != 0;
    const auto of_year = [&](int year) {
      return day.day == 0 ? between({year, day.month, 1}, {year, day.month + 1, 1})
                          : between({year, day.month, day.day}, {year, day.month, day.day + 1});
    };
    if (!year_is_given) {
      day.year = today().year;
      if (side_ == Side::past && of_year(day.year).first > now_)
        --day.year;
      else if (side_ == Side::future && of_year(day.year).last < now_)
        ++day.year;
    }
    if (day.day != 0 && !is_date(day))
      return std::nullopt;
    return of_year(day.year);
  }

  // "last November": the latest that is over; "next November": the first that has not begun.
  Stretch read_relative_month(std::string_view which, int month) const {
    const auto of_year = [&](int year) { return between({year, month, 1}, {year, month + 1, 1}); };
    int year = today().year;
    if (which == "next" && of_year(year).first <= now_)
      ++year;
    else if (which != "next" && which != "this" && of_year(year).last >= now_)
      --year;
    return of_year(year);
  }

  // "last week", "this month", "next friday"; `alone`: of a name only ("monday").
  std::optional<Stretch> read_calendar(std::string_view which, std::string_view word,
                                       bool alone = false) const {
    const int step = which == "this" ? 0 : which == "next" ? 1 : -1;
    const int of_week = (parts_.tm_wday + 6) % 7;  // 0: Monday
    if (word == "weekend")
      return whole_days(step * 7 - of_week + 5, step * 7 - of_week + 6);
    if (const auto weekday = weekday_begun(word)) {
      const int day = (static_cast<int>(weekday->c_encoding()) + 6) % 7;
      int plus = day - of_week;
      if (step < 0 && plus >= 0)
        plus -= 7;
      if (step > 0 && plus <= 0)
        plus += 7;
      return whole_days(plus, plus);
    }
    const auto unit = alone || word.ends_with('s') ? std::nullopt : unit_named(word);
    if (!unit)
      return std::nullopt;
    const Day day = today();
    if (which == "past")
      return Stretch{moved(1, *unit, -1), now_};
    switch (*unit) {
      case TimeUnit::week:
        return whole_days(step * 7 - of_week, step * 7 - of_week + 6);
      case TimeUnit::month:
        return between({day.year, day.month + step, 1}, {day.year, day.month + step + 1, 1});
      case TimeUnit::year:
        return between({day.year + step, 1, 1}, {day.year + step + 1, 1, 1});
      case TimeUnit::day:
        return whole_days(step, step);
      default:
        return std::nullopt;
    }
  }

  // "7d", "7 days", "a week ago", "in 3 days", "last 2 weeks".
  std::optional<Stretch> read_length() const {
    std::size_t at = 0;
    int step = side_ == Side::past ? -1 : 1;
    bool until_now = false;
    if (words_[at] == "in" || words_[at] == "next") {
      step = 1;
      ++at;
    } else if (is_relative(words_[at])) {
      step = -1;
      until_now = true;
      ++at;
    }
    if (at >= words_.size())
      return std::nullopt;
    if (words_[at] == "a" && at + 1 < words_.size() &&
        (words_[at + 1] == "few" || words_[at + 1] == "couple"))
      ++at;
    const std::string& number = words_[at];
    std::string_view digits = number;
    const auto count = digits.size() <= 5 && digits.front() >= '0' && digits.front() <= '9'
                           ? take_number(digits, digits.size())
                           : count_named(number);
    if (++at < words_.size() && words_[at] == "of")
      ++at;
    const auto unit = at < words_.size() ? unit_of(words_[at++]) : std::nullopt;
    const int most = unit == TimeUnit::week ? max_count / 7 : max_count;
    if (!count || !unit || *count > most)
      return std::nullopt;
    if (at < words_.size() && words_[at] == "ago") {
      step = -1;
      ++at;
    }
    if (at != words_.size())
      return std::nullopt;
    const Time time = moved(*count, *unit, step);
    return until_now ? Stretch{time, now_} : Stretch{time, time};
  }

  // So long before or after now.
  Time moved(int count, TimeUnit unit, int step) const {
    std::tm parts = parts_;
    const int by = step * count;
    switch (unit) {
      case TimeUnit::minute:
        return now_ + std::chrono::minutes(by);
      case TimeUnit::hour:
        return now_ + std::chrono::hours(by);
      case TimeUnit::day:
        return now_ + days(by);
      case TimeUnit::week:
        return now_ + days(7 * by);
      case TimeUnit::month:
        parts.tm_mon += by;
        break;
      case TimeUnit::year:
        parts.tm_year += by;
        break;
    }
    parts.tm_year += parts.tm_mon / 12 - (parts.tm_mon % 12 < 0 ? 1 : 0);
    parts.tm_mon = (parts.tm_mon % 12 + 12) % 12;
    return local_moment(parts);
  }

  const std::vector<std::string> words_;
  const Time now_;
  const Side side_;
  const std::tm parts_;  // now, in local time
};

// With a zone, as others than RFC 3339 write it: "2026-11-21T10:00Z", "2026-11-21 10:00 +0100".
std::optional<Stretch> read_zoned(std::string_view text) {
  const std::size_t clock = text.find(':');
  if (clock == text.npos || text.find_first_of("+-Zz", clock) == text.npos)
    return std::nullopt;
  const auto time = parse_foreign_time(text, {});
  return time ? std::optional(Stretch{time->time, time->time}) : std::nullopt;
}

std::optional<Stretch> read_days(std::string_view text, Time now, Side side) {
  if (const auto stretch = read_digits(text))
    return stretch;
  if (const auto stretch = read_dotted(text))
    return stretch;
  return Words(text, now, side).read();
}

// A day and a time: "yesterday 10:00".
std::optional<Stretch> read_time_of_day(std::string_view text, Time now, Side side) {
  const std::size_t blank = text.find_last_of(' ');
  if (blank == std::string_view::npos)
    return std::nullopt;
  std::string_view clock = text.substr(blank + 1);
  const auto hour = take_number(clock, clock.find(':') == 1 ? 1 : 2);
  const auto minute = hour && take(clock, ":") ? take_number(clock, 2) : std::nullopt;
  if (!minute || !clock.empty() || *hour > 23 || *minute > 59)
    return std::nullopt;
  const auto day = read_days(text.substr(0, blank), now, side);
  constexpr auto longest_day = std::chrono::hours(25);  // where clocks are put back
  if (!day || day->first == day->last || day->last - day->first > longest_day)
    return std::nullopt;
  std::tm parts = local_parts(day->first);
  parts.tm_hour = *hour;
  parts.tm_min = *minute;
  const Time time = local_moment(parts);
  return Stretch{time, time};
}

}  // namespace

Result<Stretch> parse_stretch(std::string_view text, std::string_view field, Time now, Side side) {
  const std::string_view given = text;
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (const auto exact = parse_rfc3339(text, field))
    return Stretch{exact->time, exact->time};
  if (const auto stretch = read_days(text, now, side))
    return *stretch;
  if (const auto stretch = read_time_of_day(text, now, side))
    return *stretch;
  if (const auto stretch = read_zoned(text))
    return *stretch;
  return Failure(refuse(field, std::string(wanted)
                                   .append(side == Side::past ? of_the_past : of_the_future)
                                   .append("; got \"")
                                   .append(utf8::excerpt(given, max_shown))
                                   .append("\"")));
}

}  // namespace aim::text
