// What ranking knows of each passage of a memory (B7, S6), made from its texts.
// Must not know: where a backend keeps it.
// Pure.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "store/types.h"

namespace aim::store {

// Hash of a session or a speaker as PassageMeta keeps it; never 0 for a text that is not empty.
std::uint32_t meta_hash(std::string_view text);

// What is kept of the passages of a memory, in their order.
std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory);
// The same where its texts to embed are known.
std::vector<PassageMeta> passage_metas(std::int64_t name_space, const Memory& memory,
                                       const std::vector<std::string>& texts);

}  // namespace aim::store
