// Memories that hold given words, for what is looked up by its name and not asked for: no ranking
// by meaning, no word read otherwise, nothing is noted.
#pragma once
#include "engine/engine.h"
#include "memory/filter.h"

namespace aim::engine {

// Memories that hold every word of any of these texts: for each text the best `most` by their
// words. In no order; what stands against them is set, as recall does.
Result<std::vector<Memory>> memories_with_words(Engine& engine, const Filter& filter,
                                                std::span<const std::string> texts,
                                                std::size_t most);

}  // namespace aim::engine
