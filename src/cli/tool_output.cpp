#include "cli/hosts.h"

namespace aim::cli {
namespace {

// The first line of a failed command, alone there.
constexpr std::array<std::string_view, 4> exit_lines = {"Exit code ", "Error: Exit code ",
                                                        "Command exited with non-zero status code ",
                                                        "Command failed with exit code "};
// Gemini CLI labels what was printed, and says after it how it ended. The older versions say the
// command and its folder before it, and always have a line for an error of their own.
constexpr std::string_view command = "Command: ", folder = "\nDirectory: ", error = "Error: ";
constexpr std::array<std::string_view, 2> printed = {"Output: ", "Stdout: "};
constexpr std::string_view second = "\nStderr: ";
constexpr std::array<std::string_view, 4> after_error = {
    "Exit Code: ", "Signal: ", "Background PIDs: ", "Process Group PGID: "};
constexpr std::string_view empty = "(empty)", none = "(none)";

// Gemini CLI sets this around all that came from outside.
constexpr std::string_view outside_begins = "<untrusted_context>\n",
                           outside_ends = "\n</untrusted_context>";
// The last line of a command of Copilot CLI, with a number of its own.
constexpr std::string_view shell_begins = "<shellId: ";

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

std::string_view after_first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == text.npos ? std::string_view() : text.substr(end + 1);
}

template <std::size_t n>
std::string_view beginning_of(std::string_view line,
                              const std::array<std::string_view, n>& beginnings) {
  const auto found = std::ranges::find_if(
      beginnings, [&](std::string_view each) { return line.starts_with(each); });
  return found == beginnings.end() ? std::string_view() : *found;
}

bool is_exit_line(std::string_view line) {
  const std::string_view rest = line.substr(beginning_of(line, exit_lines).size());
  return rest.size() < line.size() && !rest.empty() &&
         rest.find_first_not_of("0123456789\r") == rest.npos;
}

// Position of the host's own error: the last such line before the exit status. npos: missing. The
// output may contain such lines, too.
std::size_t own_error(std::string_view text) {
  std::size_t at = 0, found = text.npos;
  while (at < text.size()) {
    const std::string_view line = first_line(text.substr(at));
    if (line.starts_with(error))
      found = at;
    if (!beginning_of(line, after_error).empty())
      break;
    at += line.size() + 1;
  }
  return found;
}

std::string without_label(std::string_view text, std::string_view label) {
  text.remove_prefix(label.size());
  if (first_line(text) == empty || first_line(text) == none)
    text = after_first_line(text);
  return std::string(text);
}

std::string without_gemini_labels(std::string_view text, bool says_command) {
  const std::string_view label = beginning_of(text, printed);
  // The newer versions say an error only where nothing could be run, and so nothing was printed.
  const bool has_error = says_command || text.substr(label.size()).starts_with(empty);
  const std::size_t at = has_error ? own_error(text) : text.npos;
  const std::string_view body = text.substr(0, at);
  const std::size_t split = says_command ? body.rfind(second) : body.npos;
  std::string out = without_label(body.substr(0, split == body.npos ? split : split + 1), label);
  if (split != body.npos)
    out.append(without_label(body.substr(split), second));
  if (at != text.npos)
    out.append(without_label(text.substr(at), error));
  return out;
}

}  // namespace

std::string without_labels(std::string_view text) {
  if (text.starts_with(outside_begins) && text.ends_with(outside_ends)) {
    text.remove_prefix(outside_begins.size());
    text.remove_suffix(outside_ends.size());
  }
  if (const std::size_t last = text.rfind('\n') + 1; text.substr(last).starts_with(shell_begins))
    text = text.substr(0, last);
  if (is_exit_line(first_line(text)))
    return std::string(after_first_line(text));
  const bool says_command = text.starts_with(command) && text.find(folder) != text.npos;
  if (says_command)
    text = after_first_line(text.substr(text.find(folder) + 1));
  return says_command || !beginning_of(text, printed).empty()
             ? without_gemini_labels(text, says_command)
             : std::string(text);
}

}  // namespace aim::cli
