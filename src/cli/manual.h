// Description of a command, independent of its form: its usage line, a row for each argument
// and flag, the flags of the program, its environment. Help, manual and completions lay out the
// same rows.
// Knows: the rows of commands. Must not know: terminals, roff, Markdown.
#pragma once
#include "cli/command.h"

namespace aim::cli {

// "ai-memory update [FLAGS] ID"
std::string usage_of(const Command& command);

struct ManualRow {
  std::string left;  // "-n, --namespace NAME"; "ID"
  std::string text;  // meaning, limits and default
};
std::vector<ManualRow> arguments_of(const Command& command);
std::vector<ManualRow> flags_of(const Command& command);
// A line each, without "ai-memory".
std::vector<std::string_view> examples_of(const Command& command);

// Flags that every command takes; environment variables.
struct ManualLine {
  std::string_view left, text;
};
std::span<const ManualLine> common_flags();
std::span<const ManualLine> environment_variables();

inline constexpr std::string_view id_note =
    "An id may be shortened to any unique prefix of 4 or more characters.";

// The manual: everything of the help in one document, as roff for man and as Markdown for
// docs/manual.

// A key of the configuration, as the manual tells it.
struct SettingLine {
  std::string_view key, type;
  std::string initial;  // default; empty: none
  std::string_view doc;
};

std::string manual_as_roff(std::span<const SettingLine> settings);
std::string manual_as_markdown(std::span<const SettingLine> settings);

// The help: the ten commands that people need first, all commands in groups, or one command with
// its flags, limits, defaults and examples. `width`: how many characters a line has where words
// allow it, 40 to 100 (S52).

inline constexpr std::size_t help_width = 100;

std::string help_in_short(std::size_t width = help_width);
std::string help_of_all(std::size_t width = help_width);
std::string help_of(const Command& command, std::size_t width = help_width);
// Help of a family such as "archive": its commands.
std::string help_of_family(std::string_view word, std::size_t width = help_width);

// "ai-memory 0.8.0", a line.
std::string version_line();

}  // namespace aim::cli
