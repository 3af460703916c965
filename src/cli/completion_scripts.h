// Scripts for completion in shells: they ask `ai-memory complete WORD…` for the next words
// (completions.h), and show them. One script a shell; none knows a command.
#pragma once
#include <span>
#include <string_view>

namespace aim::cli {

struct ShellScript {
  std::string_view shell, text;
};
std::span<const ShellScript> shell_scripts();

}  // namespace aim::cli
