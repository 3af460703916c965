// Markdown files that people keep notes in, as memories: a section each, an item of a list each, a
// decision record whole (J7). Fences of code are never headings or lists. The same file always
// gives memories of the same identity, so that what was imported before is known again.
// Knows: Markdown, priorities by name. Must not know: files, the database, which store they go to.
// Pure.
#pragma once
#include "memory/memory.h"
#include "memory/priority_names.h"

namespace aim::mine {

// A memory as a Markdown file has it (markdown.h, markdown_export.h).
struct MarkdownMemory {
  std::string title, content, category;
  std::vector<std::string> tags;
  Band band = Band::normal;                // suggested
  std::size_t line_from = 0, line_to = 0;  // from 1, both included
  std::string identity;  // of the file: path of titles, and which of those that share it
  std::string id = {};   // of the memory, in a document that this program has written
};

// `path` as people know the file, with slashes: its name gives a title to text before any heading,
// a tag, and tells decision records. `text` is valid UTF-8.
std::vector<MarkdownMemory> memories_of_markdown(std::string_view path, std::string_view text);

// Whether a name in `folder` (relative to a project's root, "" for the root itself) is one that
// notes are looked for under: MEMORY.md, NOTES.md, ADR-*.md in the usual folders, *.md in .claude;
// instructions that clients load themselves are not.
bool is_memory_file(std::string_view folder, std::string_view name);
// The folders that such files are looked for in.
std::vector<std::string_view> memory_file_folders();

// Memories as a Markdown document that is read again without a loss: a section each, its id and
// what else a text does not say in a comment below the heading (J7).
// Pure.
std::string markdown_document(std::string_view heading, const std::vector<Memory>& memories);

// The memories of such a document, each with its id; nothing when it is another one.
std::optional<std::vector<MarkdownMemory>> memories_of_export(std::string_view text);

}  // namespace aim::mine
