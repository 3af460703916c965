#include "llm/remote_model.h"

#include "embed/static_table.h"

namespace aim::llm {
namespace {

// Other prefixes make other vectors: who changes family_of() counts this on.
constexpr std::string_view version_of_prefixes = "-1";

}  // namespace

Result<std::unique_ptr<embed::Embedder>> RemoteModel::open(
    std::shared_ptr<EmbeddingClient> client) {
  const std::size_t dimension = TRY(client->dimension({}));
  return std::unique_ptr<embed::Embedder>(new RemoteModel(std::move(client), dimension));
}

RemoteModel::RemoteModel(std::shared_ptr<EmbeddingClient> client, std::size_t dimension)
    : client_(std::move(client)),
      family_(family_of(client_->settings().model)),
      identity_{client_->settings().model,
                std::string(name_of(client_->settings().protocol)).append(version_of_prefixes),
                dimension} {}

Result<std::vector<float>> RemoteModel::embed_until(std::span<const std::string_view> texts,
                                                    embed::Role role, const Stop& stop) const {
  const bool asks = role == embed::Role::query;
  const std::string_view prefix = asks ? family_.query_prefix : family_.document_prefix;
  std::vector<std::string> sent;
  for (const std::string_view text : texts) {
    std::string& whole = sent.emplace_back(prefix).append(text);
    whole.resize(within_tokens(whole, family_.max_tokens).size());
    if (whole.empty())
      whole = " ";  // some services refuse a text of nothing
  }
  auto numbers = vectors_of(sent, asks, stop);
  if (asks) {
    const Lock lock(mutex_);
    trouble_ = numbers ? std::string() : numbers.error().message;
  }
  return numbers;
}

Result<std::vector<float>> RemoteModel::vectors_of(const std::vector<std::string>& sent, bool asks,
                                                   const Stop& stop) const {
  using Haste = EmbeddingClient::Haste;
  auto made = TRY(client_->embed(sent, asks ? Haste::question : Haste::background, stop));
  if (!sent.empty() && made.dimension != identity_.dimension) {
    is_outdated_ = true;
    return Failure(unavailable(identity_.model + " answers with vectors of " +
                                   std::to_string(made.dimension) + " numbers, and had " +
                                   std::to_string(identity_.dimension) + " before",
                               "all vectors are made anew in the background"));
  }
  return std::move(made.numbers);
}

std::string RemoteModel::trouble() const {
  const Lock lock(mutex_);
  return trouble_;
}

embed::Coverage RemoteModel::coverage(std::string_view text) const {
  return family_.english_only ? embed::StaticEmbedder::builtin().coverage(text) : embed::Coverage{};
}

}  // namespace aim::llm
