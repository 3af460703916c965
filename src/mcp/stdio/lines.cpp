#include "mcp/stdio/lines.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace aim::mcp {

void Lines::read(std::chrono::milliseconds timeout) {
  if (ended_)
    return;
  pollfd ready{descriptor_, POLLIN, 0};
  const int milliseconds = timeout.count() < 0 ? -1 : static_cast<int>(timeout.count());
  if (::poll(&ready, 1, has_line() ? 0 : milliseconds) <= 0)
    return;
  std::array<char, 65'536> buffer;
  const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
  if (size > 0) {
    add({buffer.data(), static_cast<std::size_t>(size)});
  } else if (size == 0 || errno != EINTR) {
    ended_ = true;
    if (!partial_.text.empty() || partial_.too_long)
      end_line();
  }
}

bool Lines::has_input() const {
  pollfd ready{descriptor_, POLLIN, 0};
  return ended_ || has_line() || ::poll(&ready, 1, 0) > 0;
}

void Lines::add(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    if (partial_.text.size() + part.size() > max_bytes_) {
      partial_.too_long = true;
      partial_.text = std::string();
    }
    if (!partial_.too_long)
      partial_.text.append(part);
    if (end == piece.npos)
      return;
    end_line();
    piece.remove_prefix(end + 1);
  }
}

void Lines::end_line() {
  if (partial_.text.ends_with('\r'))
    partial_.text.pop_back();
  lines_.push_back(std::exchange(partial_, {}));
}

Line Lines::take() {
  Line line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

}  // namespace aim::mcp
