#include "cli/command_words.h"

#include <algorithm>

#include "base/quotes.h"
#include "cli/command.h"

namespace aim::cli {
namespace {

class CommandWords : public op::Words {
 public:
  std::string say(const op::NextStep& step) const override {
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
    // Which database it is about, no command has among its own.
    for (const auto& [name, text] : step.arguments)
      if (name == "db")
        words.append(flag_of(name)).append(" ").append(as_shell_word(text)).append(" ");
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
};

}  // namespace

const op::Words& command_words() {
  static const CommandWords words;
  return words;
}

}  // namespace aim::cli
