// The help: the ten commands that people need first, all commands in groups, or one command with
// its flags, limits, defaults and examples. `width`: how many characters a line has where words
// allow it, 40 to 100 (S52).
#pragma once
#include "cli/command.h"

namespace aim::cli {

inline constexpr std::size_t help_width = 100;

std::string help_in_short(std::size_t width = help_width);
std::string help_of_all(std::size_t width = help_width);
std::string help_of(const Command& command, std::size_t width = help_width);
// Help of a family such as "archive": its commands.
std::string help_of_family(std::string_view word, std::size_t width = help_width);

// "ai-memory 0.8.0", a line.
std::string version_line();

}  // namespace aim::cli
