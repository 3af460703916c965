#include "store/token_rows.h"

#include <algorithm>

namespace aim::store {

std::string lines_of(const std::vector<std::string>& patterns) {
  std::string lines;
  for (const std::string& pattern : patterns)
    lines.append(lines.empty() ? "" : "\n").append(pattern);
  return lines;
}

std::vector<std::string> patterns_of(std::string_view lines) {
  std::vector<std::string> patterns;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    patterns.emplace_back(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return patterns;
}

}  // namespace aim::store
