// The titles that memories get: those made from the content of a memory that nobody gave one, so
// that a store's unique titles find the same text again and no mark has to be kept of who made a
// title (K1); and those of memories that claim a title which another has.
// Knows: texts and memories. Must not know: stores, who asks. Pure.
// Source: a content of one short line is its own title; others begin with their first words and end
// with a hash.
#pragma once
#include "base/std.h"
#include "memory/memory.h"

namespace aim {

// What a content may be titled by itself, in the order in which they are tried: the content as it
// is when it is one short line, then its beginning with 8, and with 16 digits of its hash. Two
// contents share the last one only by accident.
std::vector<std::string> derived_titles(std::string_view content);

// The first of them: the title unless a memory of another content has it.
std::string derived_title(std::string_view content);

// Whether the title is one that its content gives: nobody chose it.
bool is_untitled(std::string_view title, std::string_view content);

// Titles that two devices of one person have given to different memories (docs/decisions/0100).
// The oldest memory that claims a title has it; a younger one stands next to it, under the title
// that it claims with a mark made of its id. The claim is read back from that, so nothing else
// has to be kept, and a device that knows other memories comes to the title that is right there.
// Pure functions.

// The title without the mark of this memory.
std::string claimed_title(const Memory& memory);
inline bool is_beside(const Memory& memory) {
  return claimed_title(memory) != memory.title;
}

// Whether `a` has a title that both claim.
bool has_first_claim(const Memory& a, const Memory& b);

// A memory that claims its title, as it stands next to the one that has it. `is_taken`: even the
// title with the short mark belongs to another one. A title that leaves no room for the mark is
// claimed shorter from then on: a change of the memory, which every device makes alike.
Memory put_beside(Memory memory, bool is_taken = false);

// Whether two that claim one title say the same.
bool is_copy(const Memory& a, const Memory& b);

}  // namespace aim
