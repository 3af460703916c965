// What a memory's words are found by beside its content (B1, K2). The same for whoever writes the
// index, takes from it or reads the texts without it: an entry of the index is removed by saying
// again what was put in.
// Knows: memories. Must not know: the index.
// Pure.
#pragma once
#include "memory/memory.h"

namespace aim {

// Empty where the title is a beginning of the content with a hash behind it, which nobody chose
// (untitled.h).
std::string_view indexed_title(const Memory& memory);

// Tags, and what an entry of a profile was said in (`context` beside `entry_type` in the metadata);
// a line each.
std::string indexed_labels(const Memory& memory);

// Of all that is indexed, without what stands between.
std::size_t indexed_bytes(const Memory& memory);

}  // namespace aim
