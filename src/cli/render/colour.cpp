#include "cli/render/colour.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>

#include "base/ascii.h"
#include "base/environment.h"
#include "base/utf8.h"

namespace aim::cli {
namespace {

constexpr int cells = 10;

}  // namespace

std::string Ink::operator()(Paint paint, std::string_view text) const {
  if (!on || text.empty())
    return std::string(text);
  return "\x1b[" + std::to_string(static_cast<int>(paint)) + "m" + std::string(text) + "\x1b[0m";
}

namespace {

// How many bytes of the beginning are a colour of ours.
std::size_t colour_at(std::string_view text) {
  for (const std::string_view code : {"0", "1", "2", "31", "32", "33", "36"})
    if (text.starts_with("\x1b[") && text.substr(2).starts_with(code) &&
        text.substr(2 + code.size()).starts_with('m'))
      return code.size() + 3;
  return 0;
}

}  // namespace

std::string Ink::shown(std::string_view text) const {
  if (!on)
    return utf8::visible(text);
  std::string out;
  while (!text.empty()) {
    const std::size_t colour = colour_at(text);
    out += text.substr(0, colour);
    text.remove_prefix(colour);
    const std::size_t end = text.find('\x1b', colour == 0 ? 1 : 0);
    out += utf8::visible(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size()));
  }
  return out;
}

std::string Ink::bar(double share) const {
  const auto filled = std::lround(std::clamp(share, 0.0, 1.0) * cells);
  std::string text;
  for (int cell = 1; cell <= cells; ++cell) text += cell <= filled ? "█" : "░";
  return (*this)(share >= 0.7 ? Paint::green : share >= 0.4 ? Paint::yellow : Paint::red, text);
}

std::string Ink::tier(std::string_view name) const {
  return (*this)(name == "short" ? Paint::red : name == "mid" ? Paint::yellow : Paint::green, name);
}

bool wants_colour(int descriptor) {
  return ::isatty(descriptor) == 1 && environment("NO_COLOR").empty() &&
         environment("TERM") != "dumb";
}

std::optional<std::size_t> width_of(int descriptor) {
  if (const auto width = ascii::number<std::size_t>(environment("COLUMNS")); width && *width > 0)
    return width;
  winsize size{};
  if (::isatty(descriptor) == 1 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return std::nullopt;
}

}  // namespace aim::cli
