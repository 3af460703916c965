#include "engine/vectors/previous_model.h"

#include <algorithm>

#include "base/log.h"
#include "engine/vectors/embeddings.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {
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

}  // namespace aim::engine
