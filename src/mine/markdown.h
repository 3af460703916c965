// Markdown files that people keep notes in, as memories: a section each, an item of a list each, a
// decision record whole (J7). Fences of code are never headings or lists. The same file always
// gives memories of the same identity, so that what was imported before is known again.
// Knows: Markdown, priorities by name. Must not know: files, the database, which store they go to.
// Pure.
#pragma once
#include <string_view>
#include <vector>

#include "mine/markdown_memory.h"

namespace aim::mine {

// `path` as people know the file, with slashes: its name gives a title to text before any heading,
// a tag, and tells decision records. `text` is valid UTF-8.
std::vector<MarkdownMemory> memories_of_markdown(std::string_view path, std::string_view text);

// Whether a name in `folder` (relative to a project's root, "" for the root itself) is one that
// notes are looked for under: MEMORY.md, NOTES.md, ADR-*.md in the usual folders, *.md in .claude;
// instructions that clients load themselves are not.
bool is_memory_file(std::string_view folder, std::string_view name);
// The folders that such files are looked for in.
std::vector<std::string_view> memory_file_folders();

}  // namespace aim::mine
