#include "engine/vectors/service.h"

#include "engine/vectors/embeddings.h"
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

std::optional<llm::State> service_state(Engine& engine) {
  const auto* service = remote(engine.embeddings.model());
  return service ? std::optional(service->state()) : std::nullopt;
}

WithoutModel why_without_model(Engine& engine, const Found& found) {
  if (!found.by_meaning || found.model_coverage || !engine.embeddings.has_model())
    return {};
  const embed::Embedder* model = engine.embeddings.warm_model();
  if (!model)
    return {"it could not be opened", true};
  const auto* service = remote(model);
  return {service ? service->trouble() : std::string()};
}

}  // namespace aim::engine
