// A model that is a service's (llm/remote_model.h): asked over the network, where a wait may be
// ended.
// Threads: any.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "embed/embedder.h"
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

}  // namespace aim::engine
