#include "base/timestamp.h"

#include <charconv>
#include <cmath>

#include "base/ascii.h"
#include "base/utf8.h"

namespace aim {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using std::chrono::sys_days;

// The range that fits 64 bits of nanoseconds with every offset and time of day.
constexpr int first_year = 1678;
constexpr int last_year = 2261;
constexpr std::size_t max_decimals = 9;
constexpr std::size_t max_given_characters = 60;

// Takes a text apart from its front; each step says whether it found what it looked for.
class TimestampReader {
 public:
  explicit TimestampReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool begins_with(char c) const { return rest_.starts_with(c); }

  bool take(std::string_view one_of) {
    if (rest_.empty() || one_of.find(rest_.front()) == std::string_view::npos)
      return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Exactly `digits` digits whose value lies in the range.
  std::optional<int> number(std::size_t digits, int minimum, int maximum) {
    if (rest_.size() < digits)
      return std::nullopt;
    int value = 0;
    for (const char digit : rest_.substr(0, digits)) {
      if (digit < '0' || digit > '9')
        return std::nullopt;
      value = 10 * value + (digit - '0');
    }
    if (value < minimum || value > maximum)
      return std::nullopt;
    rest_.remove_prefix(digits);
    return value;
  }

  bool take_word(std::string_view word) {
    if (!rest_.starts_with(word))
      return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  // One to nine decimals.
  std::optional<nanoseconds> fraction() {
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1)) {
      if (++digits > max_decimals)
        return std::nullopt;
      value = 10 * value + (rest_.front() - '0');
    }
    if (digits == 0)
      return std::nullopt;
    for (; digits < max_decimals; ++digits) value *= 10;
    return nanoseconds(value);
  }

 private:
  std::string_view rest_;
};

std::optional<sys_days> read_date(TimestampReader& reader) {
  const auto year = reader.number(4, first_year, last_year);
  if (!year || !reader.take("-"))
    return std::nullopt;
  const auto month = reader.number(2, 1, 12);
  if (!month || !reader.take("-"))
    return std::nullopt;
  const auto day = reader.number(2, 1, 31);
  if (!day)
    return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok())
    return std::nullopt;
  return sys_days(date);
}

enum class Form { rfc3339, foreign };

// A second of 60 is refused: UTC as this program counts it has no leap seconds.
std::optional<nanoseconds> read_time_of_day(TimestampReader& reader, Form form) {
  const auto hour = reader.number(2, 0, 23);
  if (!hour || !reader.take(":"))
    return std::nullopt;
  const auto minute = reader.number(2, 0, 59);
  if (minute && form == Form::foreign && !reader.begins_with(':'))
    return hours(*hour) + minutes(*minute);
  if (!minute || !reader.take(":"))
    return std::nullopt;
  const auto second = reader.number(2, 0, 59);
  if (!second)
    return std::nullopt;
  const nanoseconds whole = hours(*hour) + minutes(*minute) + seconds(*second);
  if (!reader.take(form == Form::foreign ? ".," : "."))
    return whole;
  const auto fraction = reader.fraction();
  if (!fraction)
    return std::nullopt;
  return whole + *fraction;
}

std::optional<minutes> read_offset(TimestampReader& reader, Form form) {
  if (reader.take("Zz") || (form == Form::foreign && (reader.at_end() || reader.take_word("UTC") ||
                                                      reader.take_word("GMT"))))
    return minutes(0);
  const bool east = reader.take("+");
  if (!east && !reader.take("-"))
    return std::nullopt;
  const auto hour = reader.number(2, 0, 23);
  if (!hour || (!reader.take(":") && form == Form::rfc3339))
    return std::nullopt;
  if (reader.at_end())  // "+00"
    return form == Form::rfc3339 ? std::nullopt : std::optional(hours(east ? *hour : -*hour));
  const auto minute = reader.number(2, 0, 59);
  if (!minute)
    return std::nullopt;
  const minutes offset = hours(*hour) + minutes(*minute);
  return east ? offset : -offset;
}

std::optional<Time> read_date_time(std::string_view text, Form form = Form::rfc3339) {
  TimestampReader reader(text);
  const auto date = read_date(reader);
  if (!date || !reader.take("Tt "))
    return std::nullopt;
  const auto time = read_time_of_day(reader, form);
  if (!time)
    return std::nullopt;
  if (form == Form::foreign)
    while (reader.take(" ")) {
    }
  const auto offset = read_offset(reader, form);
  if (!offset || !reader.at_end())
    return std::nullopt;
  return *date + *time - *offset;
}

std::string_view take_while(std::string_view& text, bool (*belongs)(char)) {
  const auto end = std::find_if_not(text.begin(), text.end(), belongs);
  const auto part = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(part.size());
  return part;
}

// 1 to 12, of a name or its first letters; 0: it names no month.
int month_named(std::string_view text) {
  constexpr std::array<std::string_view, 12> months{
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  const std::string name = ascii::lower(take_while(text, ascii::is_letter));
  for (std::size_t month = 0; month < months.size(); ++month)
    if (name.size() >= 3 && months[month].starts_with(name))
      return static_cast<int>(month) + 1;
  return 0;
}

// The same text with its date as ISO has it, from a form in which day, month and year are certain;
// empty: from no such form.
std::string with_iso_date(std::string_view text) {
  text = ascii::trimmed(text);
  const auto blanks = [](std::string_view& rest) { rest = ascii::trimmed(rest, " ,"); };
  if (const std::size_t comma = text.find(',');  // "Tue, "
      comma <= 9 && ascii::is_letter(text.front()) && month_named(text) == 0)
    text.remove_prefix(comma + 1);
  blanks(text);
  const bool month_first = month_named(text) > 0;
  std::string_view first = take_while(text, month_first ? ascii::is_letter : ascii::is_digit);
  std::string_view second, third;
  if (first.size() == 8 && text.starts_with('T') && !month_first) {  // "20251125T090000Z"
    second = first.substr(4, 2), third = first.substr(6), first = first.substr(0, 4);
    std::string clock(text.substr(1));
    for (const std::size_t at : {std::size_t{4}, std::size_t{2}})
      if (clock.size() >= at + 2 && ascii::is_digit(clock[at]))
        clock.insert(at, ":");
    return std::string(first).append("-").append(second).append("-").append(third) + " " + clock;
  }
  const char separator = text.empty() ? ' ' : text.front();
  const auto skip = [&] {
    if (separator == ' ')
      blanks(text);
    else if (text.starts_with(separator))
      text.remove_prefix(1);
  };
  skip();
  const bool month_second = month_named(text) > 0;
  second = take_while(text, month_second ? ascii::is_letter : ascii::is_digit);
  skip();
  third = take_while(text, ascii::is_digit);
  std::string month(second);
  if (month_first)
    month = std::to_string(month_named(first)), first = second;
  else if (month_second)
    month = std::to_string(month_named(second));
  const bool year_first = first.size() == 4 && !month_first;
  const std::string_view year = year_first ? first : third;
  std::string day(year_first ? third : first);
  // "03/04/2025" is two days.
  const bool certain = month_first || month_second || year_first || separator == '.';
  if (!certain || year.size() != 4 || month.empty() || month.size() > 2 || day.empty() ||
      day.size() > 2)
    return {};
  for (std::string* each : {&month, &day})
    if (each->size() == 1)
      each->insert(0, "0");
  blanks(text);
  std::string iso = std::string(year) + "-" + month + "-" + day;
  if (!text.empty())
    iso.append(text.find(':') == 1 ? " 0" : text.front() == 'T' ? "" : " ").append(text);
  return iso;
}

Timestamp with_text(Time time, std::string_view text) {
  return {time, text == format_rfc3339(time) ? std::string() : std::string(text)};
}

Failure refused(std::string_view field, std::string_view wanted, std::string_view given) {
  std::string what("must be ");
  what.append(wanted).append("; got \"");
  what.append(utf8::excerpt(given, max_given_characters)).append("\"");
  return Failure(refuse(field, what));
}

// Writes `value` with leading zeros and moves past it.
void put(char*& at, std::int64_t value, int digits) {
  for (char* digit = at + digits; digit != at; value /= 10)
    *--digit = static_cast<char>('0' + value % 10);
  at += digits;
}

}  // namespace

std::string Timestamp::text() const {
  return given.empty() ? format_rfc3339(time) : given;
}

std::string format_rfc3339(Time time) {
  // Not by floor(): of the earliest moments it would lie before what 64 bits of nanoseconds hold.
  auto whole = std::chrono::duration_cast<seconds>(time.time_since_epoch());
  auto fraction = time.time_since_epoch() % seconds(1);
  if (fraction < nanoseconds(0)) {
    fraction += seconds(1);
    whole -= seconds(1);
  }
  const std::chrono::sys_seconds second(whole);
  const auto day = std::chrono::floor<days>(second);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(second - day);
  std::array<char, 29> text{};
  char* at = text.data();
  put(at, static_cast<int>(date.year()), 4);
  *at++ = '-';
  put(at, static_cast<unsigned>(date.month()), 2);
  *at++ = '-';
  put(at, static_cast<unsigned>(date.day()), 2);
  *at++ = 'T';
  put(at, clock.hours().count(), 2);
  *at++ = ':';
  put(at, clock.minutes().count(), 2);
  *at++ = ':';
  put(at, clock.seconds().count(), 2);
  *at++ = '.';
  put(at, fraction.count(), 9);
  return std::string(text.data(), at).append("+00:00");
}

Result<Timestamp> parse_rfc3339(std::string_view text, std::string_view field) {
  if (const auto time = read_date_time(text))
    return with_text(*time, text);
  return refused(field, "a date and time such as 2026-11-21T10:00:00Z", text);
}

Result<Timestamp> parse_date_or_time(std::string_view text, std::string_view field) {
  if (const auto time = read_date_time(text))
    return with_text(*time, text);
  TimestampReader reader(text);
  if (const auto date = read_date(reader); date && reader.at_end())
    return with_text(*date, text);
  return refused(field, "a date such as 2026-11-21 or a date and time such as 2026-11-21T10:00:00Z",
                 text);
}

std::optional<Time> time_of_number(double number) {
  constexpr double first_of_milliseconds = 1e11;  // as seconds: the year 5138
  constexpr double last_second = 9.2e9;           // the last year that a Time holds
  const double second = number >= first_of_milliseconds ? number / 1'000 : number;
  if (!std::isfinite(second) || second <= 0 || second > last_second)
    return std::nullopt;
  // To the microsecond: a double of today's seconds holds no more.
  return Time(std::chrono::microseconds(static_cast<std::int64_t>(std::llround(second * 1e6))));
}

Result<Timestamp> parse_foreign_time(std::string_view text, std::string_view field) {
  if (auto time = parse_date_or_time(text, field))
    return time;
  const std::string iso = with_iso_date(text);
  for (const std::string_view each : {text, std::string_view(iso)})
    if (const auto time = read_date_time(each, Form::foreign))
      return at(*time);
  if (auto day = parse_date_or_time(iso, field))
    return at(day->time);
  // "2025" and "20251125" are years and dates rather than numbers of seconds.
  const bool is_date = text.size() == 4 || text.size() == 8;
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size() && !is_date)
    if (const auto time = time_of_number(number))
      return at(*time);
  return refused(field, "a date and time such as 2026-11-21T10:00:00Z", text);
}

}  // namespace aim
