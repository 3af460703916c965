#include "text/when.h"

#include "text/date_names.h"

namespace aim::text {
namespace {

constexpr int max_years_ago = 100, max_days_ago = 36'525;
constexpr int first_year = 1900, last_year = 2100;

// Goes through the words once; each rule says how many words it took.
class Reader {
 public:
  Reader(std::string_view query, Time now) : words_(date_words(query)), windows_(now) {}

  std::optional<When> read() {
    for (std::size_t at = 0; at < words_.size();) at += std::max<std::size_t>(1, read_at(at));
    if (windows_.empty())
      return std::nullopt;
    return windows_.take();
  }

  std::string words_of_times() {
    std::string out;
    for (std::size_t at = 0; at < words_.size();) {
      const std::size_t end = at + std::max(read_at(at), part_of_time(at));
      for (std::size_t i = at; i < end; ++i) out.append(words_[i].lower).append(" ");
      at = std::max(at + 1, end);
    }
    return out;
  }

 private:
  struct Named {
    std::chrono::month month{0};
    std::optional<int> first, last;  // days
    std::optional<int> year;
    std::size_t words = 0;
  };

  std::string_view word(std::size_t at) const {
    return at < words_.size() ? std::string_view(words_[at].lower) : std::string_view();
  }
  // The word before, when nothing parts the two.
  std::string_view before(std::size_t at) const {
    return at > 0 && goes_on(at - 1) ? word(at - 1) : std::string_view();
  }
  bool goes_on(std::size_t at) const {
    return at + 1 < words_.size() && !words_[at].stop && !words_[at].comma;
  }
  bool goes_on(std::size_t at, std::size_t count) const {
    for (; count > 0; ++at, --count)
      if (!goes_on(at))
        return false;
    return true;
  }

  std::size_t read_at(std::size_t at) {
    if (const auto taken = read_digits(at))
      return taken;
    if (const auto taken = read_day(at))
      return taken;
    if (const auto taken = read_last(at))
      return taken;
    if (const auto taken = read_this(at))
      return taken;
    if (const auto taken = read_ago(at))
      return taken;
    if (const auto taken = read_season(at))
      return taken;
    if (const auto taken = read_month(at))
      return taken;
    return read_year(at);
  }

  // How many words speak of a time without naming one: "Monday", "the weekend", "week 47", "the end
  // of October", "10:30".
  std::size_t part_of_time(std::size_t at) const {
    const std::string_view each = word(at);
    if (weekday_named(each) || each == "weekend" || is_clock(each))
      return 1;
    if (each == "week" && goes_on(at) && words_[at + 1].number)
      return 2;
    const bool part = each == "end" || each == "start" || each == "beginning" || each == "middle";
    return part && word(at + 1) == "of" && goes_on(at, 2) &&
                   (month_named(word(at + 2)) || unit_named(word(at + 2)))
               ? 1
               : 0;
  }
  static bool is_clock(std::string_view text) {
    const auto colon = text.find(':');
    return (colon == 1 || colon == 2) && text.size() == colon + 3 &&
           text.find_first_not_of("0123456789:") == text.npos && text.rfind(':') == colon;
  }

  std::size_t read_digits(std::size_t at) {
    const auto& date = words_[at].date;
    if (!date)
      return 0;
    if (date->day() == std::chrono::day(0))
      windows_.month(date->year() / date->month());
    else
      windows_.date(date->year(), date->month(), date->day(), date->day());
    return 1;
  }

  std::size_t read_day(std::size_t at) {
    if (word(at) == "today" || word(at) == "tonight") {
      windows_.today();
      return 1;
    }
    if (word(at) == "day" && word(at + 1) == "before" && word(at + 2) == "yesterday" &&
        goes_on(at, 2)) {
      windows_.ago(2, TimeUnit::day);
      return 3;
    }
    if (word(at) != "yesterday")
      return 0;
    windows_.yesterday();
    return 1;
  }

  // A count of units: "three weeks", "a couple of days".
  struct Length {
    int count = 0;
    TimeUnit unit = TimeUnit::day;
    std::size_t words = 0;
  };
  std::optional<Length> length_at(std::size_t at) const {
    const DateWord& first = words_[at];
    auto count =
        first.digits > 0 && !first.ordinal && !first.last ? first.number : count_named(first.lower);
    if (!count || *count == 0)
      return std::nullopt;
    std::size_t end = at + 1;
    if (first.lower == "couple" && word(end) == "of" && goes_on(end))
      ++end;
    const auto unit = unit_named(word(end));
    if (!unit || !goes_on(at, end - at))
      return std::nullopt;
    const int days = *unit == TimeUnit::year    ? 365
                     : *unit == TimeUnit::month ? 30
                     : *unit == TimeUnit::week  ? 7
                                                : 1;
    if (*count > (*unit == TimeUnit::year ? max_years_ago : max_days_ago / days))
      return std::nullopt;
    return Length{*count, *unit, end + 1 - at};
  }

  std::size_t read_ago(std::size_t at) {
    if (const auto unit = unit_named(word(at)); unit && *unit >= TimeUnit::week &&
                                                word(at + 1) == "before" &&
                                                word(at + 2) == "last" && goes_on(at, 2)) {
      windows_.ago(2, *unit);
      return 3;
    }
    const auto length = length_at(at);
    if (!length || before(at) == "half" || word(at + length->words) != "ago" ||
        !goes_on(at + length->words - 1))
      return 0;
    windows_.ago(length->count, length->unit);
    return length->words + 1;
  }

  std::size_t read_last(std::size_t at) {
    const bool past = word(at) == "past";
    if ((!past && word(at) != "last" && word(at) != "previous") || !goes_on(at))
      return 0;
    const std::size_t next = at + 1;
    if (const auto length = length_at(next)) {
      windows_.since(length->count, length->unit);
      return length->words + 1;
    }
    if (const auto unit = unit_named(word(next)); unit && *unit >= TimeUnit::week) {
      if (word(next).ends_with('s'))
        return 0;
      if (past)
        windows_.since(1, *unit);
      else if (*unit == TimeUnit::week)
        windows_.last_week();
      else
        windows_.ago(1, *unit);
      return 2;
    }
    if (word(next) == "night")
      windows_.yesterday();
    else if (word(next) == "weekend")
      windows_.last_weekend();
    else if (const auto weekday = weekday_named(word(next)))
      windows_.last_weekday(*weekday);
    else if (const auto season = season_named(word(next)); season && !year_at(next + 1).first)
      windows_.latest_season(*season);
    else
      return read_last_month(next);
    return 2;
  }

  std::size_t read_last_month(std::size_t at) {
    const auto named = month_at(at);
    if (!named || named->year)
      return 0;  // the year says which: as without "last"
    if (named->first)
      windows_.latest_date(named->month, day_of(*named->first));
    else
      windows_.latest_month(named->month);
    return named->words + 1;
  }

  std::size_t read_this(std::size_t at) {
    if (word(at) != "this" || !goes_on(at))
      return 0;
    const std::string_view next = word(at + 1);
    if (next == "morning" || next == "afternoon" || next == "evening") {
      windows_.today();
      return 2;
    }
    if (const auto unit = unit_named(next);
        unit && *unit >= TimeUnit::week && !next.ends_with('s')) {
      windows_.this_unit(*unit);
      return 2;
    }
    if (const auto season = season_named(next); season && !year_at(at + 2).first) {
      windows_.season(*season, windows_.this_year());
      return 2;
    }
    auto named = month_at(at + 1);
    if (!named || named->year)
      return 0;
    named->year = static_cast<int>(windows_.this_year());
    add(*named);
    return named->words + 1;
  }

  std::size_t read_season(std::size_t at) {
    const auto season = season_named(word(at));
    if (!season)
      return 0;
    const auto [year, words] = year_at(at + 1);
    if (!year)
      return 0;
    windows_.season(*season, std::chrono::year(*year));
    return 1 + words;
  }

  // A year that belongs to what ends before `at`, and the words it takes: "2023", "of 2023", ",
  // 2023", "last year".
  std::pair<std::optional<int>, std::size_t> year_at(std::size_t at) const {
    if (at == 0 || at >= words_.size() || words_[at - 1].stop)
      return {};
    std::size_t end = at;
    if (word(end) == "of" && goes_on(end))
      ++end;
    if (is_year(end))
      return {words_[end].number, end + 1 - at};
    if (word(end + 1) == "year" && goes_on(end) && (word(end) == "last" || word(end) == "this"))
      return {static_cast<int>(windows_.this_year()) - (word(end) == "last" ? 1 : 0), end + 2 - at};
    return {};
  }
  bool is_year(std::size_t at) const {
    return at < words_.size() && words_[at].digits == 4 && *words_[at].number >= first_year &&
           *words_[at].number <= last_year;
  }
  bool is_day(std::size_t at) const {
    if (at >= words_.size() || !words_[at].number || words_[at].digits > 2)
      return false;
    return *words_[at].number >= 1 && words_[at].last.value_or(*words_[at].number) <= 31;
  }
  static std::chrono::day day_of(int number) {
    return std::chrono::day(static_cast<unsigned>(number));
  }

  // "5 July", "the 5th of July", "July 5th", "July"; with what year there is.
  std::optional<Named> month_at(std::size_t at) const {
    Named named;
    std::size_t name = at;
    if (is_day(at) && goes_on(at)) {
      name = word(at + 1) == "of" && goes_on(at + 1) ? at + 2 : at + 1;
      take_day(at, named);
    }
    const auto month = month_named(word(name));
    if (!month)
      return std::nullopt;
    named.month = *month;
    std::size_t end = name + 1;
    if (!named.first && goes_on(name)) {
      const std::size_t day = word(end) == "the" && goes_on(end) ? end + 1 : end;
      if (is_day(day)) {
        take_day(day, named);
        end = day + 1;
      }
    }
    const auto [year, words] = year_at(end);
    named.year = year ? year : later_year(end);
    named.words = end + words - at;
    if (!named.first && !named.year && !is_month_alone(name))
      return std::nullopt;
    return named;
  }
  void take_day(std::size_t at, Named& named) const {
    named.first = words_[at].number;
    named.last = words_[at].last ? words_[at].last : words_[at].number;
  }

  // The year of the second of "May and June 2023", which is also the first one's.
  std::optional<int> later_year(std::size_t at) const {
    if (at == 0 || !goes_on(at - 1))
      return std::nullopt;
    if (joins_dates(word(at)))
      ++at;
    if (is_day(at) && goes_on(at))
      ++at;
    if (!month_named(word(at)))
      return std::nullopt;
    if (is_day(at + 1) && goes_on(at))
      ++at;
    return year_at(at + 1).first;
  }

  // Whether the name of a month is one without a number beside.
  bool is_month_alone(std::size_t at) const {
    const DateWord& name = words_[at];
    if (is_short_month(name.lower))
      return name.capital && says_month(before(at));
    if (name.lower == "may" || name.lower == "march")
      return name.capital && !name.begins_sentence;
    return true;
  }

  std::size_t read_month(std::size_t at) {
    const auto named = month_at(at);
    if (!named)
      return 0;
    if (named->year || before(at) != "next")
      add(*named);
    return named->words;
  }

  void add(const Named& named) {
    if (named.first && named.year)
      windows_.date(std::chrono::year(*named.year), named.month, day_of(*named.first),
                    day_of(*named.last));
    else if (named.first)
      windows_.date_of_any_year(named.month, day_of(*named.first), day_of(*named.last));
    else if (named.year)
      windows_.month(std::chrono::year(*named.year) / named.month);
    else
      windows_.month_of_any_year(named.month);
  }

  std::size_t read_year(std::size_t at) {
    if (!is_year(at))
      return 0;
    const bool surely = says_year(before(at));
    if (!surely && !may_say_year(before(at)))
      return 0;
    const std::string_view next = goes_on(at) ? word(at + 1) : std::string_view();
    if (goes_on(at) && !is_function_word(next) &&
        (!surely || next.ends_with('s') || is_unit_of_measure(next)))
      return 0;
    windows_.year(std::chrono::year(*words_[at].number));
    return 1;
  }

  const std::vector<DateWord> words_;
  DateWindows windows_;
};

}  // namespace

std::optional<When> when_of(std::string_view query, Time now) {
  return Reader(query, now).read();
}

std::string words_of_times(std::string_view query) {
  return Reader(query, Time()).words_of_times();
}

}  // namespace aim::text
