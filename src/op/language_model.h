// Shared parts of operations that need a language model: availability, the message about a missing
// one (F2, S10), and other words for a question.
#pragma once
#include <boost/json/fwd.hpp>

#include "op/kit/operation.h"

namespace aim::op {

// `what` begins the sentence: "expanding a query". Errors: unavailable, if no model is configured
// or the tier has none.
Result<void> needs_language_model(const Engine& engine, std::string_view what,
                                  const Caller& caller);

// Other words that a recall looks for too.
struct Expansion {
  std::vector<std::string> terms;
  std::optional<std::string> notice;  // reason for missing terms
};
// `asked` true: the model is asked unless its answer is known. Unset: at the tier autonomous what
// is known is used, and the rest is found in the background for the next time (F3). Never an error:
// a recall goes on without.
Expansion expansion_of(Engine& engine, const std::string& question, std::optional<bool> asked,
                       const Caller& caller);

bool has_language_model(const Engine& engine);
// Whether a call may wait for a language model where there is one, which takes seconds: doors keep
// such calls from those that are quick.
bool asks_model(const Operation& operation, const json::object& arguments);

// Whether a search went without a model that is set up, in words for its reply.

// After a search by meaning. Empty: there is no model, or it could be opened.
std::string told_of_unopened_model(Engine& engine, const Caller& caller);
// For profiles whose originals always have a model: also tells that no model is here.
std::string told_of_lacking_model(Engine& engine, const Caller& caller);
std::string told_of_no_model(const Caller& caller);

}  // namespace aim::op
