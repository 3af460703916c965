// Whether a search went without a model that is set up, in words for its reply.
// Knows: the engine's models. Must not know: doors, rankings.
#pragma once
#include <string>

#include "op/kit/operation.h"

namespace aim::op {

// After a search by meaning. Empty: there is no model, or it could be opened.
std::string told_of_unopened_model(Engine& engine, const Caller& caller);

}  // namespace aim::op
