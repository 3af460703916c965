// The command line, cut into a command and its arguments; nothing is run and nothing read (E1, E3).
// Knows: CLI11 (parse.cpp only), the rows of commands. Must not know: what a value must be;
// operations refuse values.
#pragma once
#include <variant>

#include "cli/command.h"

namespace aim::cli {

inline constexpr int exit_done = 0, exit_failed = 1, exit_usage = 2;

struct Given {
  const op::Param* param;
  std::vector<std::string> texts;  // more than one only for lists and words to be joined
};

struct Invocation {
  const Command* command = nullptr;
  std::optional<std::string> database;  // --db
  bool json = false;
  bool no_colour = false;
  bool strict_namespaces = false;
  std::vector<Given> given;

  // The only text of a field; null when it was not given.
  const std::string* text(std::string_view field) const;
  bool flag(std::string_view field) const;
  // All texts of a field that is a list; empty when it was not given.
  std::span<const std::string> texts(std::string_view field) const;
};

// Nothing is left to do but to print: help, the version, or what is wrong with the command line.
struct Answer {
  int status = exit_done;
  std::string out, error;
};

// "error: <sentence>", and whose help to read: a command's, or with "" the program's.
Answer usage_error(std::string_view sentence, std::string_view command);

// Without the program's own name. `width`: of the help.
std::variant<Invocation, Answer> parse(std::span<const std::string> words, std::size_t width = 100);

}  // namespace aim::cli
