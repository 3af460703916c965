// Candidates for the next word of a command line, from the rows of commands: for shells (`ai-memory
// complete WORD…`) and for the program's own (`ai-memory shell`). Knows: the rows of commands. Must
// not know: which namespaces, ids and models there are; the caller looks them up.
#pragma once
#include "memory/rules.h"

namespace aim::cli {

struct CompletionItem {
  std::string value, about;
};

// Values that only the database, the folder of models or the configuration know. `before`: the word
// before it, for what depends on it (the value of a setting). Nothing is known: none.
using LookUp = std::function<std::vector<CompletionItem>(Meaning wanted, std::string_view beginning,
                                                         std::string_view before)>;

struct CompletionItems {
  std::vector<CompletionItem> values;
  bool files = false;  // the name of a file: the shell knows those
};
// `words` are those after the program's name; the last is the one to complete, perhaps empty.
// Candidates stand for all of that word. Words that bash has cut at "=" are understood; candidates
// stand then for what is behind it.
CompletionItems complete_line(std::span<const std::string> words, const LookUp& look_up);

// Lines of "value TAB about", or ":files".
std::string lines_of(const CompletionItems& candidates);

// The path after the --db of such words, if any.
std::string database_in(std::span<const std::string> words);

// Scripts for completion in shells: they ask `ai-memory complete WORD…` for the next words
// (completions.h), and show them. One script a shell; none knows a command.
inline constexpr std::array<std::string_view, 5> shell_names = {"bash", "zsh", "fish", "elvish",
                                                                "powershell"};
struct ShellScript {
  std::string_view shell, text;
};
// In the order of their names.
std::span<const ShellScript> shell_scripts();

}  // namespace aim::cli
