#include "engine/vectors/remote.h"

#include "llm/remote_model.h"

namespace aim::engine {

const llm::RemoteModel* remote(const embed::Embedder* embedder) {
  return dynamic_cast<const llm::RemoteModel*>(embedder);
}

Result<std::vector<float>> embed_until(const embed::Embedder& embedder,
                                       std::span<const std::string_view> texts, embed::Role role,
                                       const store::Stop& stop) {
  const auto* service = remote(&embedder);
  return service ? service->embed_until(texts, role, stop) : embedder.embed(texts, role);
}

}  // namespace aim::engine
