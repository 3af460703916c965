#include "cli/colour.h"

#include "base/environment.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace aim::cli {
namespace {

constexpr std::int64_t cells = 10;

std::string_view code_of(Paint paint) {
  switch (paint) {
    case Paint::red:
      return "31";
    case Paint::yellow:
      return "33";
    case Paint::green:
      return "32";
    case Paint::cyan:
      return "36";
    case Paint::bold:
      return "1";
    case Paint::dim:
      break;
  }
  return "2";
}

}  // namespace

std::string Ink::operator()(Paint paint, std::string_view text) const {
  if (!on || text.empty())
    return std::string(text);
  return std::string("\x1b[").append(code_of(paint)).append("m").append(text).append("\x1b[0m");
}

std::string Ink::bar(std::int64_t priority) const {
  std::string text;
  for (std::int64_t cell = 1; cell <= cells; ++cell) text += cell <= priority ? "█" : "░";
  return (*this)(priority >= 8 ? Paint::green : priority >= 5 ? Paint::yellow : Paint::red, text);
}

std::string Ink::tier(std::string_view name) const {
  return (*this)(name == "short" ? Paint::red : name == "mid" ? Paint::yellow : Paint::green, name);
}

bool wants_colour(int descriptor) {
  return ::isatty(descriptor) == 1 && environment("NO_COLOR").empty() &&
         environment("TERM") != "dumb";
}

}  // namespace aim::cli
