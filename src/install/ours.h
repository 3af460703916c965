// Which entries of clients' files are this program's: those that name it by one of its own names,
// and those that name a path under which it is known to have been installed, whatever it is called
// there. Such a path alone is not enough: it has to be called as we call it, so that nothing of
// somebody else is taken for ours.
// Knows: what our commands look like. Must not know: files, shapes of clients.
#pragma once
#include "base/std.h"

namespace aim::install {

class Ours {
 public:
  Ours() = default;
  explicit Ours(std::vector<std::string> paths) : paths_(std::move(paths)) {}

  Ours with(std::string path) const;
  // Of a server: its program, and the first of its arguments.
  bool is_server(std::string_view program, std::string_view first_argument) const;
  // Of a hook, "'/a b/ai-memory' hook stop": for an event of this kind, or any.
  bool is_hook(std::string_view command, std::string_view kind = {}) const;

 private:
  bool is_known(std::string_view path) const;

  std::vector<std::string> paths_;
};

// Whether a path is that of this program, by its name or one of its links' names.
bool is_our_program(std::string_view path);

// Whether a shell would run more than the program that the command names: "$(…)" in its path, a
// second command behind it.
bool runs_more(std::string_view command);

// "/a b/ai-memory" in quotes where a shell needs them, so that nothing in it is run or replaced.
std::string shell_word(std::string_view path);

}  // namespace aim::install
