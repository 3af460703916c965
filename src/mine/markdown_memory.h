// A memory as a Markdown file has it (markdown.h, markdown_export.h).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "memory/priority_names.h"

namespace aim::mine {

struct MarkdownMemory {
  std::string title, content, category;
  std::vector<std::string> tags;
  Band band = Band::normal;                // suggested
  std::size_t line_from = 0, line_to = 0;  // from 1, both included
  std::string identity;  // of the file: path of titles, and which of those that share it
  std::string id = {};   // of the memory, in a document that this program has written
};

}  // namespace aim::mine
