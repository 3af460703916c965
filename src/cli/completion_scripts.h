// What a shell needs to complete our command lines: it asks `ai-memory complete WORD…` what may
// stand next (completions.h), and shows that. One script a shell; none knows a command.
#pragma once
#include <span>
#include <string_view>

namespace aim::cli {

struct ShellScript {
  std::string_view shell, text;
};
std::span<const ShellScript> shell_scripts();

}  // namespace aim::cli
