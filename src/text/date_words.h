// The words of a question as when.cpp reads them: numbers, dates in digits, and words that may
// belong to a date. What is glued to other signs (identifiers, versions, ports) becomes a word that
// no date has. Pure; any bytes are a text. Cost: linear.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aim::text {

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
