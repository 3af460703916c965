// What the vectors of a memory stand for: a text a passage, with what a passage alone would not say
// (title, speaker).
// Knows: memories. Must not know: models.
// Pure. Threads: any.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"

namespace aim::text {

// In the order of the passages.
std::vector<std::string> texts_to_embed(const Memory& memory);

// Tells such texts apart; never 0.
std::uint64_t text_hash(std::string_view text);

}  // namespace aim::text
