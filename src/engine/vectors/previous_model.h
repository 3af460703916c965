// Vectors of the model that was in use before, while those of the one in use are being made: a
// passage is asked by the new model where it has its vector, by the old one where it has only that
// (B5). The old model's files must still be here for that; without them a passage waits for its new
// vector with its words and the static table. When the new vectors are complete, the old ones go.
// Threads: any.
#pragma once
#include "embed/embedder.h"
#include "engine/engine.h"

namespace aim::engine {

// The model of older vectors that are still needed. Null when `model` has a vector of every
// passage, and when there is nothing older, or it cannot be opened.
const embed::Embedder* older_model(Engine& engine, const embed::Embedder& model);

// Drops the vectors of models before this one; `others`: those after it too, which a change back
// leaves behind. A process that has not noticed the change yet must not drop what one that has is
// making: so the background keeps them.
Result<void> drop_older(Engine& engine, const embed::Embedder& model, bool others);

}  // namespace aim::engine
