// The titles of memories that nobody gave one: made from the content, so that a store's unique
// titles find the same text again, and no mark has to be kept of who made a title (K1).
// Knows: texts. Must not know: memories, who asks. Pure.
// Source: a content of one short line is its own title; others begin with their first words and end
// with a hash.
#pragma once
#include "base/std.h"

namespace aim {

// What a content may be titled by itself, in the order in which they are tried: the content as it
// is when it is one short line, then its beginning with 8, and with 16 digits of its hash. Two
// contents share the last one only by accident.
std::vector<std::string> derived_titles(std::string_view content);

// The first of them: the title unless a memory of another content has it.
std::string derived_title(std::string_view content);

// Whether the title is one that its content gives: nobody chose it.
bool is_untitled(std::string_view title, std::string_view content);

}  // namespace aim
