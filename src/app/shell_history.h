// The lines of earlier shells: ~/.local/state/ai-memory/history (XDG_STATE_HOME), one a line,
// readable by its owner only.
// Errors: none; a shell without history works too.
// Processes: several may add lines at once.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace aim::app {

class ShellHistory {
 public:
  ShellHistory();
  // Oldest first, the last thousand.
  const std::vector<std::string>& lines() const { return lines_; }
  // A line that begins with a blank is not kept: for what is nobody's business.
  void add(const std::string& line);

 private:
  std::filesystem::path file_;  // empty: no place is known
  std::vector<std::string> lines_;
};

}  // namespace aim::app
