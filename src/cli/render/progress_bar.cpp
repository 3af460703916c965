#include "cli/render/progress_bar.h"

#include <unistd.h>

#include <iostream>

#include "base/utf8.h"

namespace aim::cli {
namespace {

constexpr std::uint64_t cells = 20;
constexpr std::chrono::milliseconds between{100};
constexpr std::string_view wipe = "\r\x1b[K";

}  // namespace

std::string progress_line(std::string_view what, std::uint64_t done, std::uint64_t total) {
  std::string line = utf8::excerpt(what, 40) + " ";
  if (total == 0)
    return line + "…";
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto filled = static_cast<std::uint64_t>(share * static_cast<double>(cells));
  for (std::uint64_t cell = 0; cell < cells; ++cell) line += cell < filled ? "█" : "░";
  const std::string percent = std::to_string(static_cast<int>(share * 100));
  return line.append(5 - percent.size(), ' ').append(percent).append(" %");
}

ProgressBar::ProgressBar() : on_(::isatty(STDERR_FILENO) == 1) {}

void ProgressBar::show(std::string_view what, std::uint64_t done, std::uint64_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (!on_ || (what == what_ && now < next_))
    return;
  what_ = what;
  next_ = now + between;
  drawn_ = true;
  std::cerr << wipe << progress_line(what, done, total) << std::flush;
}

void ProgressBar::clear() {
  if (drawn_)
    std::cerr << wipe << std::flush;
  drawn_ = false;
}

}  // namespace aim::cli
