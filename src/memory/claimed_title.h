// Titles that two devices of one person have given to different memories (docs/decisions/0100). The
// oldest memory that claims a title has it; a younger one stands next to it, under the title
// that it claims with a mark made of its id. The claim is read back from that, so nothing else has
// to be kept, and a device that knows other memories comes to the title that is right there.
// Pure functions. Must not know: where memories are kept.
#pragma once
#include "memory/memory.h"

namespace aim {

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
