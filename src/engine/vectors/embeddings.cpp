#include "engine/vectors/embeddings.h"

#include "base/log.h"
#include "llm/remote_model.h"

namespace aim::engine {
namespace {

constexpr auto timeout = std::chrono::minutes(1);

// A service has begun to make other vectors.
bool is_outdated(const embed::Embedder& model) {
  const auto* service = dynamic_cast<const llm::RemoteModel*>(&model);
  return service && service->is_outdated();
}

}  // namespace

const embed::Embedder* Embeddings::model() {
  if (!open_model_)
    return nullptr;
  if (const auto* warm = warm_model(); warm && !is_outdated(*warm))
    return warm;
  const Lock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  const bool is_good = model_ && !is_outdated(*model_);
  if (is_good || now < next_try_)
    return is_good ? model_.get() : nullptr;
  next_try_ = now + timeout;
  auto opened = open_model_();
  if (!opened) {
    log::warn("the embedding model cannot be used: " + opened.error().message);
    return nullptr;
  }
  if (model_) {  // others may be using it
    const embed::Identity& was = model_->identity();
    older_[was.model + " of " + std::to_string(was.dimension)] = std::move(model_);
  }
  model_ = std::move(*opened);
  warm_.store(model_.get(), std::memory_order_release);
  return model_.get();
}

const embed::Embedder* Embeddings::older(const embed::Identity& identity) {
  if (!open_by_name_)
    return nullptr;
  const Lock lock(mutex_);
  const auto [place, fresh] = older_.try_emplace(identity.model);
  if (fresh) {
    if (auto opened = open_by_name_(identity.model))
      place->second = std::move(*opened);
    else
      log::info("vectors of an older model are not asked: " + opened.error().message);
  }
  const embed::Embedder* older = place->second.get();
  return older && older->identity() == identity ? older : nullptr;
}

}  // namespace aim::engine
