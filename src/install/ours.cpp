#include "install/ours.h"

#include <algorithm>
#include <array>
#include <utility>

namespace aim::install {
namespace {

constexpr std::array<std::string_view, 3> our_programs = {"ai-memory", "vector-memory-mcp",
                                                          "mudpuppy"};
constexpr std::array<std::string_view, 6> our_kinds = {
    "session-start", "user-prompt", "tool", "stop", "compact", "session-end"};

// "'/a b/ai-memory' hook stop": the program, and what follows it.
std::pair<std::string_view, std::string_view> cut_command(std::string_view command) {
  const char quote = command.empty() ? 0 : command.front();
  const bool is_quoted = quote == '"' || quote == '\'';
  const std::size_t end =
      std::min(is_quoted ? command.find(quote, 1) : command.find(' '), command.size());
  const std::string_view program = is_quoted ? command.substr(1, end - 1) : command.substr(0, end);
  std::string_view rest = command.substr(std::min(is_quoted ? end + 1 : end, command.size()));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return {program, rest};
}

}  // namespace

Ours Ours::with(std::string path) const {
  Ours more = *this;
  more.paths_.push_back(std::move(path));
  return more;
}

bool Ours::is_known(std::string_view path) const {
  return !path.empty() && std::ranges::find(paths_, path) != paths_.end();
}

bool Ours::is_server(std::string_view program, std::string_view first_argument) const {
  return is_our_program(program) || (is_known(program) && first_argument == "mcp");
}

bool Ours::is_hook(std::string_view command, std::string_view kind) const {
  constexpr std::string_view word = "hook ";
  const auto [program, rest] = cut_command(command);
  if (!rest.starts_with(word))
    return false;
  const std::string_view said = rest.substr(word.size()),
                         said_kind = said.substr(0, said.find(' '));
  const bool is_ours =
      is_our_program(program) ||
      (is_known(program) && std::ranges::find(our_kinds, said_kind) != our_kinds.end());
  return is_ours && (kind.empty() || said_kind == kind);
}

bool is_our_program(std::string_view path) {
  const std::size_t cut = path.find_last_of("/\\");
  std::string_view name = cut == path.npos ? path : path.substr(cut + 1);
  if (name.ends_with(".exe"))
    name.remove_suffix(4);
  return std::ranges::find(our_programs, name) != our_programs.end();
}

std::string shell_word(std::string_view path) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@";
  if (path.find_first_not_of(plain) == path.npos)
    return std::string(path);
  // Double quotes: shells of every system take them.
  return "\"" + std::string(path) + "\"";
}

}  // namespace aim::install
