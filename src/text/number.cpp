#include "text/number.h"

#include <cassert>
#include <charconv>
#include <cmath>

namespace aim::text {
namespace {

using Buffer = std::array<char, 32>;  // the longest double takes 24, the longest integer 20

template <class Number>
std::string_view print(Buffer& buffer, Number number) {
  const auto [end, status] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  assert(status == std::errc());
  return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

}  // namespace

void append_double(std::string& out, double number) {
  assert(std::isfinite(number));
  Buffer buffer;
  const std::string_view digits = print(buffer, number);
  out += digits;
  if (digits.find_first_of(".e") == std::string_view::npos)
    out += ".0";
}

void append_integer(std::string& out, std::int64_t number) {
  Buffer buffer;
  out += print(buffer, number);
}

void append_integer(std::string& out, std::uint64_t number) {
  Buffer buffer;
  out += print(buffer, number);
}

}  // namespace aim::text
