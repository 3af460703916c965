// The commands that the program itself does, and those of assistants and models; the other rows are
// in commands.cpp.
#pragma once
#include "cli/command.h"

namespace aim::cli {

// In the order of the help.
std::span<const Command> program_commands();

}  // namespace aim::cli
