// The words dates are made of, in English and in lower case: names of months and days, numbers, and
// what stands beside.
// Pure tables. Threads: any.
#pragma once
#include <chrono>

#include "base/std.h"

namespace aim::text {

enum class Season { spring, summer, autumn, winter };
enum class TimeUnit { minute, hour, day, week, month, year };  // ordered by length

// Full names and the usual short ones ("sep" and "sept").
std::optional<std::chrono::month> month_named(std::string_view lower);
bool is_short_month(std::string_view lower);
std::optional<std::chrono::weekday> weekday_named(std::string_view lower);
// Also by its first three to five letters ("mon", "tues"), which in running text may be other
// words.
std::optional<std::chrono::weekday> weekday_begun(std::string_view lower);
std::optional<Season> season_named(std::string_view lower);
std::optional<TimeUnit> unit_named(std::string_view lower);  // singular or plural
std::optional<int> count_named(std::string_view lower);  // to twenty; "a" is 1, "couple" 2, "few" 3

bool says_year(std::string_view lower);  // "in 2023"
bool may_say_year(
    std::string_view lower);              // "of 2023", unless something that may be counted follows
bool says_month(std::string_view lower);  // "in Dec"
bool joins_dates(std::string_view lower);  // "May and June"
bool is_function_word(std::string_view lower);
bool is_unit_of_measure(std::string_view lower);

// The words of a question as when.cpp reads them: numbers, dates in digits, and words that may
// belong to a date. What is glued to other signs (identifiers, versions, ports) becomes a word that
// no date has. Pure; any bytes are a text. Cost: linear.
struct DateWord {
  std::string lower;  // in lower case; empty when longer than any word of a date
  std::optional<int> number;
  std::size_t digits = 0;                           // of the number as written
  std::optional<int> last;                          // of a range of numbers, "5-7"
  std::optional<std::chrono::year_month_day> date;  // 2023-07-05; of 2023-07 the day is 0
  bool ordinal = false;                             // "5th"
  bool capital = false;                             // the first letter only
  bool begins_sentence = false;
  bool comma = false, stop = false;  // what comes after it
};

std::vector<DateWord> date_words(std::string_view text);

}  // namespace aim::text
