// The rule file of clients that take no text at a prompt: memory comes to those through the tools,
// so it tells the assistant to search first. The whole file is ours, and bears a mark that says so.
// Knows: front matter as these clients read it. Must not know: where the file lies. Pure.
#pragma once
#include "install/entries.h"

namespace aim::install {

// `search` and `store`: names of tools.
std::string rules_text(std::string_view search, std::string_view store);

// Errors: the file is somebody else's.
Result<Edited> with_rules(const std::string& text, const std::string& rules);
// Empty when it is ours; else as it was.
Edited without_rules(const std::string& text);

}  // namespace aim::install
