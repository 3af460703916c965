// Vectors that a model made of the texts of a memory that is not there yet: who asks several stores
// before it keeps the memory has them made once. Values; must not know stores.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "embed/embedder.h"
#include "store/types.h"

namespace aim::engine {

struct TextVectors {
  embed::Identity model = {};
  std::vector<store::VectorRow> rows = {};  // empty: none were made
};
// Whether they are of that model, and of just these texts in their order.
bool are_of(const TextVectors& made, const embed::Embedder& model,
            const std::vector<std::string>& texts);

}  // namespace aim::engine
