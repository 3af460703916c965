// A model that is a service's (llm/remote_model.h): asked over the network, where a wait may be
// ended. Texts are sent by the back-fill and by questions alone; where somebody waits for a store,
// only vectors that are there are used.
// Threads: any.
// Source: docs/decisions/0053.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "embed/embedder.h"
#include "engine/engine.h"
#include "engine/search/found.h"
#include "llm/language_model.h"
#include "store/store.h"

namespace aim::llm {
class RemoteModel;
}

namespace aim::engine {

// Null: it is on this machine, or none.
const llm::RemoteModel* remote(const embed::Embedder* embedder);

// Embedder::embed(); a wait for another machine ends when `stop` says so.
Result<std::vector<float>> embed_until(const embed::Embedder& embedder,
                                       std::span<const std::string_view> texts, embed::Role role,
                                       const store::Stop& stop);

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
