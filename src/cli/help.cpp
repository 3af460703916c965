#include "base/ascii.h"
#include "base/utf8.h"
#include "base/version.h"
#include "cli/manual.h"

namespace aim::cli {
namespace {

constexpr std::size_t narrowest = 40, widest = 100, narrow = 64;

// The short help lists these commands, in this order.
constexpr std::array<std::string_view, 10> first_commands = {
    "install", "ui", "store", "recall", "get", "list", "delete", "import", "backup", "doctor"};

// A page that grows, no wider than it may be.
class Sheet {
 public:
  explicit Sheet(std::size_t width) : width_(std::clamp(width, narrowest, widest)) {}

  Sheet& line(std::string_view text) {
    out_.append(text).append("\n");
    return *this;
  }

  // Words, wrapped.
  Sheet& words(std::string_view text) {
    add_words(text, 0, 0);
    return *this;
  }

  // "  left              right, wrapped and indented".
  void row(std::string left, std::string_view right) {
    // Less far in where there is little room.
    const std::size_t indent = width_ < narrow ? 12 : 28;
    left.insert(0, "  ");
    if (utf8::count_characters(left) + 2 > indent) {
      line(left);
      left.clear();
    }
    out_ += left;
    out_.append(indent - utf8::count_characters(left), ' ');
    add_words(right, indent, indent);
  }

  void common_flags() {
    for (const ManualLine& each : cli::common_flags()) row(std::string(each.left), each.text);
  }

  void heading() {
    words("ai-memory " + std::string(version) + ": a persistent memory for AI assistants");
    line("\nUsage: ai-memory [--db PATH] [--json] COMMAND …");
  }

  void flags_and_examples() {
    line("\nFlags");
    common_flags();
    row("-V, --version", "Show the version");
    line("\nExamples");
    line("  ai-memory store \"We chose PostgreSQL 16 for production\"");
    line("  ai-memory recall \"which database do we use\"");
    line("  ai-memory install claude-code");
    line("");
  }

  std::string text() && { return std::move(out_); }

 private:
  // `column`: where the first word begins.
  void add_words(std::string_view words, std::size_t column, std::size_t indent) {
    while (!words.empty()) {
      const std::string_view word = ascii::take_part(words, ' ');
      const std::size_t size = utf8::count_characters(word);
      if (column > indent && column + 1 + size > width_) {
        out_.append("\n").append(indent, ' ');
        column = indent;
      }
      if (column > indent) {
        out_ += ' ';
        ++column;
      }
      out_ += word;
      column += size;
    }
    out_ += '\n';
  }

  std::size_t width_;
  std::string out_;
};

}  // namespace

std::string help_in_short(std::size_t width) {
  Sheet sheet(width);
  sheet.heading();
  sheet.line("\nCommands");
  for (const std::string_view name : first_commands)
    sheet.row(std::string(name), summary_of(*find_command(name)));
  sheet.flags_and_examples();
  sheet.line("All commands: ai-memory help --all").line("Help for one: ai-memory COMMAND --help");
  return std::move(sheet).text();
}

std::string help_of_all(std::size_t width) {
  Sheet sheet(width);
  sheet.heading();
  for (const auto& [group, title] : groups()) {
    sheet.line("").line(title);
    for (const Command& command : commands())
      if (command.group == group)
        sheet.row(std::string(command.name), summary_of(command));
  }
  sheet.flags_and_examples();
  sheet.words(id_note).line("The flags of a command: ai-memory COMMAND --help");
  return std::move(sheet).text();
}

std::string help_of_family(std::string_view word, std::size_t width) {
  Sheet sheet(width);
  sheet.line("Usage: ai-memory " + std::string(word) + " COMMAND …").line("");
  for (const Command& command : commands())
    if (command.name.starts_with(word) && command.name.substr(word.size()).starts_with(' '))
      sheet.row(std::string(command.name), summary_of(command));
  return std::move(sheet).text();
}

std::string help_of(const Command& command, std::size_t width) {
  Sheet sheet(width);
  sheet.words(summary_of(command)).line("").words("Usage: " + usage_of(command));
  const auto add = [&](std::string_view title, const std::vector<ManualRow>& rows) {
    if (!rows.empty())
      sheet.line("").line(title);
    for (const ManualRow& row : rows) sheet.row(row.left, row.text);
  };
  add("Arguments", arguments_of(command));
  add("Flags", flags_of(command));
  sheet.line("\nFlags of every command");
  sheet.common_flags();
  if (!command.examples.empty())
    sheet.line("\nExamples");
  for (const std::string_view line : examples_of(command))
    sheet.line("  ai-memory " + std::string(line));
  return std::move(sheet).text();
}

std::string version_line() {
  return "ai-memory " + std::string(version) + "\n";
}

}  // namespace aim::cli
