#include "install/ours.h"

#include "base/quoting.h"

namespace aim::install {
namespace {

constexpr std::array<std::string_view, 3> our_programs = {"ai-memory", "vector-memory-mcp",
                                                          "mudpuppy"};
constexpr std::array<std::string_view, 7> our_kinds = {
    "session-start", "user-prompt", "edit", "tool", "stop", "compact", "session-end"};

// "'/a b/ai-memory' hook stop": the program, and what follows it.
std::pair<std::string, std::string_view> cut_command(std::string_view command) {
  const char quote = command.empty() ? 0 : command.front();
  const bool is_quoted = quote == '"' || quote == '\'';
  std::size_t end =
      std::min(is_quoted ? command.find(quote, 1) : command.find(' '), command.size());
  std::string program(is_quoted ? command.substr(1, end - 1) : command.substr(0, end));
  // A single quote within single quotes (as_shell_word).
  constexpr std::string_view escaped = "'\\''";
  while (quote == '\'' && command.substr(end).starts_with(escaped)) {
    const std::size_t from = end + escaped.size();
    end = std::min(command.find(quote, from), command.size());
    program.append("'").append(command.substr(from, end - from));
  }
  std::string_view rest = command.substr(std::min(is_quoted ? end + 1 : end, command.size()));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return {std::move(program), rest};
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

bool runs_more(std::string_view command) {
  char quote = 0;
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == '\'') {
      quote = c == '\'' ? 0 : quote;
    } else if (c == '\\') {
      ++at;
    } else if (c == '`' || (c == '$' && command.substr(at + 1).starts_with('('))) {
      return true;
    } else if (quote == '"') {
      quote = c == '"' ? 0 : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (std::string_view(";|&<>\n()").find(c) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

std::string shell_word(std::string_view path) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@";
  if (path.find_first_not_of(plain) == path.npos)
    return std::string(path);
  // A shell runs and replaces some things within double quotes, nothing within single ones.
  if (path.find_first_of("$`\"\\!") != path.npos)
    return as_shell_word(path);
  // Double quotes: shells of every system take them.
  return "\"" + std::string(path) + "\"";
}

}  // namespace aim::install
