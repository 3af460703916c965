// The help: all commands in groups, or one command with its flags, limits, defaults and examples.
#pragma once
#include <string>

#include "cli/command.h"

namespace aim::cli {

std::string help_of_all();
std::string help_of(const Command& command);
// Of "archive" and "standard": their commands.
std::string help_of_family(std::string_view word);

}  // namespace aim::cli
