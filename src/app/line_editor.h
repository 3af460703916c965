// Lines from a terminal, with editing, history and completion, by libedit. The library is loaded
// when a shell begins: no other command pays for it.
// Knows: libedit (BSD licence; GNU Readline's is not for this program). Must not know: what a line
// means.
// Threads: one at a time, and one editor a process: Ctrl-C is a signal of the process.
#pragma once
#include <filesystem>

#include "cli/completions.h"

namespace aim::app {

// Whether Ctrl-C was pressed since the last forget_interrupt(); the signal is watched from the
// first editor on.
bool interrupted();
void forget_interrupt();

class LineEditor {
 public:
  // What may stand at the cursor, and how many bytes before the cursor it would replace.
  struct Offer {
    cli::CompletionItems candidates;
    std::size_t replaced = 0;
  };
  using Complete = std::function<Offer(std::string_view before_cursor)>;

  // Null: there is no libedit on this machine.
  static std::unique_ptr<LineEditor> make(std::string prompt, Complete complete);
  virtual ~LineEditor() = default;

  // Without its end. An interrupted line is empty; nothing at the end of the input.
  virtual std::optional<std::string> next() = 0;
  // A line for the keys of history.
  virtual void remember(const std::string& line) = 0;
};

// The lines of earlier shells: ~/.local/state/ai-memory/history (XDG_STATE_HOME), one a line,
// readable by its owner only.
// Errors: none; a shell without history works too.
// Processes: several may add lines at once.
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
