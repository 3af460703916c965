// The words dates are made of, in English and in lower case: names of months and days, numbers, and
// what stands beside.
// Pure tables. Threads: any.
#pragma once
#include <chrono>
#include <optional>
#include <string_view>

namespace aim::text {

enum class Season { spring, summer, autumn, winter };
enum class TimeUnit { minute, hour, day, week, month, year };  // ordered by length

// Full names and the usual short ones ("sep" and "sept").
std::optional<std::chrono::month> month_named(std::string_view lower);
bool is_short_month(std::string_view lower);
std::optional<std::chrono::weekday> weekday_named(std::string_view lower);
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

}  // namespace aim::text
