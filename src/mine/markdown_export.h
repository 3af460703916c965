// Memories as a Markdown document that is read again without a loss: a section each, its id and
// what else a text does not say in a comment below the heading (J7).
// Knows: Markdown, priorities by name. Must not know: files, the database.
// Pure.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "mine/markdown_memory.h"

namespace aim::mine {

std::string markdown_document(std::string_view heading, const std::vector<Memory>& memories);

// The memories of such a document, each with its id; nothing when it is another one.
std::optional<std::vector<MarkdownMemory>> memories_of_export(std::string_view text);

}  // namespace aim::mine
