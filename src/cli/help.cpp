#include "cli/help.h"

#include <algorithm>

#include "base/utf8.h"
#include "base/version.h"
#include "cli/manual.h"

namespace aim::cli {
namespace {

constexpr std::size_t line_width = 100, text_column = 28;

// "  left              right, wrapped and indented".
void add_row(std::string& out, std::string left, std::string_view right) {
  left.insert(0, "  ");
  if (utf8::count_characters(left) + 2 > text_column) {
    out.append(left).append("\n");
    left.clear();
  }
  out += left;
  out.append(text_column - utf8::count_characters(left), ' ');
  std::size_t column = text_column;
  while (!right.empty()) {
    const std::size_t blank = std::min(right.find(' '), right.size());
    const std::string_view word = right.substr(0, blank);
    right.remove_prefix(std::min(blank + 1, right.size()));
    const std::size_t width = utf8::count_characters(word);
    if (column > text_column && column + 1 + width > line_width) {
      out.append("\n").append(text_column, ' ');
      column = text_column;
    }
    if (column > text_column) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  out += '\n';
}

void add_common_flags(std::string& out) {
  for (const ManualLine& line : common_flags()) add_row(out, std::string(line.left), line.text);
}

void add_commands(std::string& out, Group group) {
  out.append("\n").append(title_of(group)).append("\n");
  for (const Command& command : commands())
    if (command.group == group)
      add_row(out, std::string(command.name), summary_of(command));
}

}  // namespace

std::string help_of_all() {
  std::string out = "ai-memory " + std::string(version) +
                    ": a persistent memory for AI assistants\n\n"
                    "Usage: ai-memory [--db PATH] [--json] COMMAND …\n";
  for (const Group group : groups()) add_commands(out, group);
  out += "\nFlags\n";
  add_common_flags(out);
  add_row(out, "-V, --version", "Show the version");
  out +=
      "\nExamples\n"
      "  ai-memory store -T \"Database\" -c \"Production runs PostgreSQL 16\" -t long\n"
      "  ai-memory recall \"which database do we use\"\n"
      "  claude mcp add ai-memory -- ai-memory mcp\n"
      "\n";
  out.append(id_note).append("\nThe flags of a command: ai-memory COMMAND --help\n");
  return out;
}

std::string help_of_family(std::string_view word) {
  std::string out = "Usage: ai-memory " + std::string(word) + " COMMAND …\n\n";
  for (const Command& command : commands())
    if (command.name.starts_with(word) && command.name.substr(word.size()).starts_with(' '))
      add_row(out, std::string(command.name), summary_of(command));
  return out;
}

std::string help_of(const Command& command) {
  std::string out(summary_of(command));
  out.append("\n\nUsage: ").append(usage_of(command)).append("\n");
  const auto add = [&](std::string_view title, const std::vector<ManualRow>& rows) {
    if (!rows.empty())
      out.append("\n").append(title).append("\n");
    for (const ManualRow& row : rows) add_row(out, row.left, row.text);
  };
  add("Arguments", arguments_of(command));
  add("Flags", flags_of(command));
  out.append("\nFlags of every command\n");
  add_common_flags(out);
  if (!command.examples.empty())
    out += "\nExamples\n";
  for (const std::string_view line : examples_of(command))
    out.append("  ai-memory ").append(line).append("\n");
  return out;
}

}  // namespace aim::cli
