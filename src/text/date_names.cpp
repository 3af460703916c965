#include "text/date_names.h"

namespace aim::text {
namespace {

template <class Value, std::size_t count>
using Table = std::array<std::pair<std::string_view, Value>, count>;

template <class Value, std::size_t count>
std::optional<Value> looked_up(const Table<Value, count>& table, std::string_view lower) {
  for (const auto& [name, value] : table)
    if (name == lower)
      return value;
  return std::nullopt;
}

bool is_one_of(std::span<const std::string_view> words, std::string_view lower) {
  return std::ranges::find(words, lower) != words.end();
}

// Before a year by itself these say that it is one.
constexpr std::array<std::string_view, 8> sure_signs{"in",   "during", "since", "throughout",
                                                     "year", "early",  "mid",   "late"};
// These too, unless something that may be counted follows.
constexpr std::array<std::string_view, 12> possible_signs{
    "of", "from", "between", "until", "till", "by", "before", "after", "around", "to", "and", "or"};
constexpr std::array<std::string_view, 40> function_words{
    "a",    "an",   "and",  "are", "as",  "at",   "but",  "by",   "did",  "do",
    "does", "for",  "from", "had", "has", "have", "he",   "his",  "i",    "if",
    "in",   "is",   "it",   "its", "on",  "or",   "our",  "she",  "that", "the",
    "they", "this", "to",   "us",  "was", "we",   "were", "what", "with", "you"};
constexpr std::array<std::string_view, 8> units_of_measure{"kb", "mb", "gb", "km",
                                                           "kg", "px", "hz", "percent"};
// Before a short month these say that it is one.
constexpr std::array<std::string_view, 14> month_signs{"in",    "during", "since", "last", "this",
                                                       "of",    "until",  "by",    "from", "before",
                                                       "after", "early",  "mid",   "late"};
constexpr std::array<std::string_view, 5> joining{"and", "or", "to", "through", "until"};

}  // namespace

std::optional<std::chrono::month> month_named(std::string_view lower) {
  constexpr std::array<std::string_view, 12> names{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};
  if (lower.size() < 3)
    return std::nullopt;
  if (lower == "sept")
    return std::chrono::September;
  for (unsigned index = 0; index < names.size(); ++index)
    if (lower == names[index] || lower == names[index].substr(0, 3))
      return std::chrono::month(index + 1);
  return std::nullopt;
}

bool is_short_month(std::string_view lower) {
  return (lower.size() == 3 || lower == "sept") && lower != "may" && month_named(lower);
}

std::optional<Season> season_named(std::string_view lower) {
  constexpr Table<Season, 5> names{{{"spring", Season::spring},
                                    {"summer", Season::summer},
                                    {"autumn", Season::autumn},
                                    {"fall", Season::autumn},
                                    {"winter", Season::winter}}};
  return looked_up(names, lower);
}

std::optional<TimeUnit> unit_named(std::string_view lower) {
  constexpr Table<TimeUnit, 6> names{{{"minute", TimeUnit::minute},
                                      {"hour", TimeUnit::hour},
                                      {"day", TimeUnit::day},
                                      {"week", TimeUnit::week},
                                      {"month", TimeUnit::month},
                                      {"year", TimeUnit::year}}};
  if (lower.ends_with('s'))
    lower.remove_suffix(1);
  return looked_up(names, lower);
}

namespace {
constexpr Table<std::chrono::weekday, 7> weekdays{{{"monday", std::chrono::Monday},
                                                   {"tuesday", std::chrono::Tuesday},
                                                   {"wednesday", std::chrono::Wednesday},
                                                   {"thursday", std::chrono::Thursday},
                                                   {"friday", std::chrono::Friday},
                                                   {"saturday", std::chrono::Saturday},
                                                   {"sunday", std::chrono::Sunday}}};
}  // namespace

std::optional<std::chrono::weekday> weekday_named(std::string_view lower) {
  return looked_up(weekdays, lower);
}

std::optional<std::chrono::weekday> weekday_begun(std::string_view lower) {
  constexpr std::size_t shortest = 3, longest = 5;
  if (lower.size() >= shortest && lower.size() <= longest)
    for (const auto& [name, weekday] : weekdays)
      if (name.starts_with(lower))
        return weekday;
  return weekday_named(lower);
}

std::optional<int> count_named(std::string_view lower) {
  constexpr Table<int, 24> names{
      {{"a", 1},         {"an", 1},       {"one", 1},      {"two", 2},        {"three", 3},
       {"four", 4},      {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},
       {"nine", 9},      {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13},
       {"fourteen", 14}, {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18},
       {"nineteen", 19}, {"twenty", 20},  {"couple", 2},   {"few", 3}}};
  return looked_up(names, lower);
}

bool says_year(std::string_view lower) {
  return is_one_of(sure_signs, lower);
}

bool may_say_year(std::string_view lower) {
  return is_one_of(possible_signs, lower);
}

bool says_month(std::string_view lower) {
  return is_one_of(month_signs, lower);
}

bool joins_dates(std::string_view lower) {
  return is_one_of(joining, lower);
}

bool is_function_word(std::string_view lower) {
  return is_one_of(function_words, lower);
}

bool is_unit_of_measure(std::string_view lower) {
  return is_one_of(units_of_measure, lower);
}

}  // namespace aim::text
