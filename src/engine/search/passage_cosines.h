// How near memories are to a question, by the vectors of one embedder.
// Knows: vectors in memory. Must not know: scores, filters other than the namespace.
// Cost: linear in the passages of the database.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "embed/embedder.h"
#include "engine/engine.h"

namespace aim::engine {

// The cosine of `asked` with the nearest passage of each memory that has a vector, by rising key;
// of the namespaces with these numbers, or of all. Errors: those of the database.
Result<std::vector<std::pair<Key, double>>> memory_cosines(
    store::Reader& reader, Embeddings& embeddings, const embed::Embedder& embedder,
    const std::vector<float>& asked, std::span<const std::int64_t> name_spaces = {});

}  // namespace aim::engine
