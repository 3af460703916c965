// Where the model in use is a service's (llm/remote_model.h): what of it the engine asks, and where
// it does not. Texts are sent by the back-fill and by questions alone. Where somebody waits for a
// store, only vectors that are there are used.
// Threads: any.
// Source: docs/decisions/0053.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "embed/embedder.h"
#include "engine/engine.h"
#include "engine/search/found.h"
#include "llm/language_model.h"
#include "store/types.h"

namespace aim::engine {

// rows_once() of vectorize.h where nobody may wait for another machine: nothing, when a service
// would have to be asked.
Result<std::vector<store::VectorRow>> rows_at_hand(Engine& engine, const embed::Embedder& embedder,
                                                   const std::vector<std::string>& texts);

// What is true of the service now; unset where there is none, or it has never answered. May look
// for it, for two seconds at most.
std::optional<llm::State> service_state(Engine& engine);

// Why a recall went without the vectors of a model that is set up, in words; empty when it did not.
struct WithoutModel {
  std::string why;
  bool unopened = false;  // for a reason that is told elsewhere
};
WithoutModel why_without_model(Engine& engine, const Found& found);

}  // namespace aim::engine
