#include "engine/vectors/embeddings.h"

#include "base/log.h"

namespace aim::engine {
namespace {

constexpr auto timeout = std::chrono::minutes(1);

}  // namespace

const embed::Embedder* Embeddings::model() {
  if (!open_model_)
    return nullptr;
  if (const auto* warm = warm_model())
    return warm;
  const Lock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (model_ || now < next_try_)
    return model_.get();
  auto opened = open_model_();
  if (!opened) {
    log::warn("the embedding model cannot be used: " + opened.error().message);
    next_try_ = now + timeout;
    return nullptr;
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
