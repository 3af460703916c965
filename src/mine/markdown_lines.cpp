#include "mine/markdown_lines.h"

#include <algorithm>

#include "mine/fit.h"

namespace aim::mine {
namespace {

// Three or more of ` or ~, after at most three blanks: which, or nothing.
std::string_view fence_of(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  if (indent == line.npos || indent > 3)
    return {};
  line.remove_prefix(indent);
  for (const char mark : {'`', '~'}) {
    const std::size_t count = std::min(line.find_first_not_of(mark), line.size());
    if (count >= 3)
      return line.substr(0, count);
  }
  return {};
}

}  // namespace

std::vector<MarkdownLine> markdown_lines(std::string_view text, std::size_t first_number) {
  std::vector<MarkdownLine> lines;
  std::string_view open;  // fence
  for (std::size_t number = first_number; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    const std::string_view fence = fence_of(line);
    const bool ends = !open.empty() && fence.size() >= open.size() && fence.front() == open.front();
    lines.push_back({line, number, !open.empty() || !fence.empty()});
    if (ends)
      open = {};
    else if (open.empty())
      open = fence;
  }
  return lines;
}

std::size_t level_of(const MarkdownLine& line) {
  if (line.fenced)
    return 0;
  const std::size_t level = std::min(line.text.find_first_not_of('#'), line.text.size());
  const bool ends =
      level == line.text.size() || line.text[level] == ' ' || line.text[level] == '\t';
  return level >= 1 && level <= 6 && ends ? level : 0;
}

std::string heading_of(std::string_view line) {
  line = trimmed(line.substr(std::min(line.find_first_not_of('#'), line.size())));
  if (const std::size_t end = line.find_last_not_of('#');
      end != line.npos && end + 1 < line.size() && line[end] == ' ')
    line = trimmed(line.substr(0, end));
  return std::string(line);
}

}  // namespace aim::mine
