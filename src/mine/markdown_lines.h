// Markdown by lines: which are headings, and which stand in a fence of code, where nothing is a
// heading. Pure.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aim::mine {

struct MarkdownLine {
  std::string_view text;
  std::size_t number = 0;
  bool fenced = false;  // code: no heading, no item
};

// Their texts are parts of `text`, without what ends a line.
std::vector<MarkdownLine> markdown_lines(std::string_view text, std::size_t first_number);

// The level of a heading, or 0.
std::size_t level_of(const MarkdownLine& line);

// What a heading says.
std::string heading_of(std::string_view line);

}  // namespace aim::mine
