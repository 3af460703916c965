// Letters, digits and blanks of ASCII, whatever the locale; other bytes stay as they are.
// Pure. Must not know: UTF-8, what a text means.
#pragma once
#include <charconv>
#include <system_error>

#include "base/std.h"

namespace aim::ascii {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) {
  return is_lower(c) || is_upper(c);
}
constexpr bool is_alnum(char c) {
  return is_digit(c) || is_letter(c);
}
// As in names that programs give: letters, digits, "_" and "-".
constexpr bool is_of_name(char c) {
  return is_alnum(c) || c == '_' || c == '-';
}

constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

constexpr char upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
inline std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = upper(c);
  return out;
}

// Whether the text begins with `beginning`; capitals and small letters are the same.
inline bool begins_in_any_case(std::string_view text, std::string_view beginning) {
  return lower(text.substr(0, beginning.size())) == lower(beginning);
}

constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Takes the part up to the next `end` from the front of `rest`; the sign itself goes with it.
constexpr std::string_view take_part(std::string_view& rest, char end) {
  const std::string_view part = rest.substr(0, rest.find(end));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

// Takes the next line from the front of `rest`, without its end, which may be "\r\n".
constexpr std::string_view take_line(std::string_view& rest) {
  std::string_view line = take_part(rest, '\n');
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

// Whether it has blanks and ends of lines only.
constexpr bool is_blank(std::string_view text) {
  return trimmed(text).empty();
}

// Whether the word is one of "some|words|like|these".
constexpr bool is_one_of(std::string_view word, std::string_view words) {
  while (!words.empty())
    if (take_part(words, '|') == word)
      return true;
  return false;
}

// The text as a number; nothing unless all of it is one that `Number` holds.
template <class Number>
std::optional<Number> number(std::string_view text) {
  Number number{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(number)
                                                                         : std::nullopt;
}

}  // namespace aim::ascii
