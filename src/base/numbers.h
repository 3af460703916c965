// Numbers as text, whatever the locale.
// Pure.
#pragma once
#include <charconv>
#include <concepts>

#include "base/std.h"

namespace aim {

// The shortest form that reads back as the same number: "0.5", "3", "1e+300".
inline std::string shortest(double number) {
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

// The same with a decimal point or an exponent, so that it is seen to be no integer: "1.0", "0.32".
inline std::string shortest_real(double number) {
  std::string text = shortest(number);
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}
// "0.50"; "?" for what is longer than anybody reads.
inline std::string fixed(double number, int decimals) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                 std::chars_format::fixed, decimals);
  return end.ec == std::errc() ? std::string(text.data(), end.ptr) : "?";
}

// The mode of a file: "0600".
inline std::string octal(unsigned mode) {
  std::string text = "0000";
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, mode >>= 3)
    *digit = static_cast<char>('0' + (mode & 7));
  return text;
}

inline std::string mebibytes(std::uintmax_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}

// "1 memory", "5 memories".
template <std::integral Number>
std::string counted(Number count, std::string_view one, std::string_view several) {
  return std::to_string(count).append(" ").append(count == 1 ? one : several);
}

}  // namespace aim
