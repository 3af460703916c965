// Markdown by lines: which are headings, and which stand in a fence of code or
// a comment, where nothing is a heading. Pure.
#pragma once
#include "base/std.h"

namespace aim::mine {

struct MarkdownLine {
  std::string_view text;
  std::size_t number = 0;
  bool fenced = false;  // code or a comment: no heading, no item
};

// Their texts are parts of `text`, without what ends a line.
std::vector<MarkdownLine> markdown_lines(std::string_view text, std::size_t first_number);

// The level of a heading, or 0.
std::size_t level_of(const MarkdownLine& line);

// What a heading says.
std::string heading_of(std::string_view line);

// Headings from the outermost on, with their levels, as one title. The first of
// level 1 is the file's own name: below it there is no need to repeat it.
std::string title_of_path(const std::vector<std::pair<std::size_t, std::string>>& path);
inline constexpr std::string_view between_titles = " \u203a ";

// The file in the same folder that a line of an index ("- [Title](file.md)") leads to; empty: none.
std::string indexed_file(std::string_view line);

// The head of a Markdown note: "---", lines of "key: value", "---". As much of YAML as such heads
// use: texts, quoted texts, lists in brackets or a line each.
// Pure; what it does not understand is left out.
struct Note {
  std::map<std::string, std::vector<std::string>, std::less<>>
      head;               // lists, and texts as lists of one
  std::string_view body;  // of the text that was given

  std::string text(std::string_view key) const;  // the first, or nothing
};

Note note_of(std::string_view text);

}  // namespace aim::mine
