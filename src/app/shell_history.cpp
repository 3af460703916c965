#include "app/shell_history.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "config/config.h"

namespace aim::app {
namespace {

constexpr std::size_t max_lines = 1'000;
constexpr std::size_t max_bytes = std::size_t{4} << 20;

}  // namespace

ShellHistory::ShellHistory() {
  const auto folder = default_state_folder();
  if (folder.empty() || !make_private_folder(folder))
    return;
  file_ = folder / "history";
  const auto text = read_file(file_, max_bytes);
  if (!text)
    return;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    lines_.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  if (lines_.size() <= max_lines)
    return;
  // Now and then the file is cut, so that it does not grow for ever.
  const bool much = lines_.size() > 2 * max_lines;
  lines_.erase(lines_.begin(), lines_.end() - static_cast<std::ptrdiff_t>(max_lines));
  std::string kept;
  for (const std::string& line : lines_) kept.append(line).append("\n");
  if (much && !replace_file(file_, kept))
    file_.clear();
}

void ShellHistory::add(const std::string& line) {
  if (file_.empty() || line.empty() || line.front() == ' ')
    return;
  const int opened =
      ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
  if (opened < 0)
    return;
  const std::string text = line + "\n";
  if (::write(opened, text.data(), text.size()) < 0)
    file_.clear();  // a full disk: the shell goes on without
  ::close(opened);
}

}  // namespace aim::app
