// Commands about the program itself: what shells ask to complete a line, the scripts they need for
// that, the manual.
#pragma once
#include "app/command_row.h"
#include "cli/completions.h"

namespace aim::app {

// `complete WORD…`, which no help names. Never makes or changes a database, and says nothing of
// what went wrong: whoever presses the tab key wants no sentences.
int complete(std::span<const std::string> words, cli::Output& out);

// Candidates from the database, the folder of models and the configuration. `engine` null: there is
// no database.
std::vector<cli::CompletionItem> look_up(Engine* engine, const Config& config, Meaning wanted,
                                         std::string_view beginning, std::string_view before);

Result<int> completions(const Start& start);
Result<int> manual(const Start& start);

}  // namespace aim::app
