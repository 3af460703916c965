// How near passages are to a question, by the vectors of one embedder.
// Knows: vectors in memory. Must not know: scores, filters.
// Cost: linear in the passages of the database.
#pragma once
#include <functional>
#include <vector>

#include "embed/embedder.h"
#include "engine/engine.h"
#include "store/types.h"

namespace aim::engine {

// Calls `take` with each passage that has a vector, and its cosine with `asked`. Errors: those of
// the database.
Result<void> each_cosine(store::Reader& reader, Embeddings& embeddings,
                         const embed::Embedder& embedder, const std::vector<float>& asked,
                         const std::function<void(const store::PassageMeta&, double)>& take);

// A memory is as near as the nearest of its passages. `numbers`: a map by memory.
template <class Numbers>
void keep_nearest(Numbers& numbers, Key key, double cosine) {
  const auto [known, fresh] = numbers.emplace(key, cosine);
  if (!fresh && known->second < cosine)
    known->second = cosine;
}

}  // namespace aim::engine
