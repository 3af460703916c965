// The manual: everything of the help in one document, as roff for man and as Markdown for
// docs/manual.
// Knows: the rows of commands. Must not know: the configuration; its keys are given.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace aim::cli {

// A key of the configuration, as the manual tells it.
struct SettingLine {
  std::string_view key, type, initial, doc;
};

std::string manual_as_roff(std::span<const SettingLine> settings);
std::string manual_as_markdown(std::span<const SettingLine> settings);

}  // namespace aim::cli
