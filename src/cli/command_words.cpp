#include "base/quoting.h"
#include "cli/command.h"

namespace aim::cli {
namespace {

// Which database it is about, no command has among its own arguments.
std::optional<std::string> database_of(const op::NextStep& step,
                                       const std::optional<std::string>& in_use) {
  for (const auto& [name, text] : step.arguments)
    if (name == "db")
      return text;
  if (!in_use || !(step.operation || step.program == op::find_fault))
    return {};
  // The address of a server may hold a password.
  return in_use->find("://") == std::string::npos ? *in_use : "ADDRESS";
}

}  // namespace

std::string CommandWords::say(const op::NextStep& step) const {
  if (!step.option.empty())
    return flag_of(step.option);
  const auto all = commands();
  const auto command = std::ranges::find_if(all, [&](const Command& each) {
    return step.operation ? each.operation && &each.operation() == &step.operation()
                          : !each.operation && each.name == step.program;
  });
  if (command == all.end())
    return {};
  std::string words = "ai-memory ", flags;
  if (const auto database = database_of(step, database_))
    words.append("--db ").append(as_shell_word(*database)).append(" ");
  words += command->name;
  for (const std::string_view place : command->positionals)
    for (const auto& [name, text] : step.arguments)
      if (name == place)
        words.append(" ").append(as_shell_word(text));
  for (const auto& [name, text] : step.arguments)
    if (std::ranges::find(command->positionals, name) == command->positionals.end())
      for (const op::Param* param : params_of(*command))
        if (param->name == name) {
          flags.append(" ").append(shown_name(*command, *param));
          if (param->kind != op::Kind::boolean)
            flags.append(" ").append(as_shell_word(text));
        }
  words += flags;
  if (!step.operation)
    return words;
  // Such a document is a file's, for people.
  if (!step.operation().input.members.empty())
    words += " < FILE";
  if (!step.operation().output.members.empty())
    words += " > FILE";
  return words;
}

const op::Words& command_words() {
  static const CommandWords words;
  return words;
}

}  // namespace aim::cli
