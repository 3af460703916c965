#include "engine/vectors/embeddings.h"

#include "base/log.h"
#include "llm/remote_model.h"
#include "store/search.h"

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

namespace {

bool is_of(const store::Channel& channel, const embed::Identity& identity) {
  return channel.is_of(identity.model, identity.engine, identity.dimension);
}

// The channels of models; the table's is not precise.
Result<std::vector<store::Channel>> models(store::Reader& reader) {
  auto channels = TRY(reader.search.channels());
  std::erase_if(channels, [](const store::Channel& channel) { return !channel.precise; });
  return channels;
}

}  // namespace

const embed::Embedder* older_model(Engine& engine, const embed::Embedder& model) {
  if (engine.embeddings.passages().is_complete(model.identity()))
    return nullptr;
  const auto channels = engine.database.read(models);
  if (!channels)
    return nullptr;
  // The newest of the others has most of them.
  const auto found = std::find_if(
      channels->rbegin(), channels->rend(),
      [&](const store::Channel& channel) { return !is_of(channel, model.identity()); });
  if (found == channels->rend())
    return nullptr;
  return engine.embeddings.older({found->model, found->engine, found->dimension});
}

Result<void> drop_older(Engine& engine, const embed::Embedder& model, bool others) {
  const auto to_drop =
      [&](const std::vector<store::Channel>& channels) -> std::vector<store::Channel> {
    const auto mine = std::ranges::find_if(
        channels, [&](const store::Channel& channel) { return is_of(channel, model.identity()); });
    std::vector<store::Channel> drop;
    if (mine != channels.end())
      std::ranges::copy_if(channels, std::back_inserter(drop), [&](const store::Channel& channel) {
        return channel.number < mine->number || (others && channel.number > mine->number);
      });
    return drop;
  };
  if (to_drop(TRY(engine.database.read(models))).empty())
    return {};
  return engine.database.write([&](store::Writer& writer) -> Result<void> {
    for (const store::Channel& channel : to_drop(TRY(models(writer)))) {
      TRY_VOID(writer.search.drop_channel(channel.number));
      log::info("dropped the vectors of the model " + channel.model);
    }
    return {};
  });
}

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
