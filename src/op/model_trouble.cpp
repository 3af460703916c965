#include "op/model_trouble.h"

#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "op/kit/next_step.h"

namespace aim::op {

std::string told_of_unopened_model(Engine& engine, const Caller& caller) {
  if (!engine.embeddings.has_model() || engine.embeddings.warm_model())
    return {};
  return "searched without the embedding model: it could not be opened; " +
         said_to_person(caller, {.program = find_fault}) + " shows the reason";
}

}  // namespace aim::op
