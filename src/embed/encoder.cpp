#include "embed/encoder.h"

#include <atomic>
#include <thread>

#include "base/platform/system.h"
#include "embed/kernels/kernels.h"

namespace aim::embed {
namespace {

// So many tokens go through the layers together: enough to use each weight often, few enough for
// the second cache.
constexpr std::size_t tokens_of_batch = 192;
// What stays in memory between calls, at most.
constexpr std::size_t max_idle_bytes = 8 << 20;

Identity identity_of(const Weights& weights) {
  return {weights.names.name, weights.names.engine, weights.geometry.width};
}

}  // namespace

// Batches of texts, and which of them is the next.
struct LocalModel::Plan {
  struct Part {
    Batch batch;
    std::size_t first_text = 0;
  };
  std::vector<Part> parts;
  std::atomic<std::size_t> next{0};
};

Result<std::unique_ptr<LocalModel>> LocalModel::open(const std::filesystem::path& packed,
                                                     const LocalModelOptions& options) {
  MappedFile file = TRY(MappedFile::open(packed));
  Weights weights = TRY(Weights::over(file.bytes()));
  ModelTokenizer tokenizer = TRY(ModelTokenizer::over(weights.vocabulary));
  if (tokenizer.vocabulary().count() > weights.geometry.vocabulary)
    return Failure(
        unavailable("the packed model is damaged", "remove it and obtain the model again"));
  return std::unique_ptr<LocalModel>(
      new LocalModel(std::move(file), std::move(weights), std::move(tokenizer), options));
}

LocalModel::LocalModel(MappedFile file, Weights weights, ModelTokenizer tokenizer,
                       const LocalModelOptions& options)
    : file_(std::move(file)),
      weights_(std::move(weights)),
      tokenizer_(std::move(tokenizer)),
      options_(options),
      identity_(identity_of(weights_)) {
  if (options_.kernels == nullptr)
    options_.kernels = &best_kernels();
}

Result<std::vector<float>> LocalModel::embed(std::span<const std::string_view> texts,
                                             Role role) const {
  std::vector<float> out(texts.size() * identity_.dimension);
  if (texts.empty())
    return out;
  std::call_once(populated_, [this] { file_.populate(weights_.of_layers); });
  Plan work;
  fill(work, texts, role);
  const std::size_t threads =
      std::min<std::size_t>(std::max(options_.threads, 1U), work.parts.size());
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < threads; ++i)
    helpers.emplace_back([&] {
      lower_priority_of_this_thread();
      run_batches(work, out.data());
    });
  run_batches(work, out.data());
  helpers.clear();
  return out;
}

void LocalModel::fill(Plan& plan, std::span<const std::string_view> texts, Role role) const {
  const std::string& prefix =
      role == Role::query ? weights_.names.use.query_prefix : weights_.names.use.document_prefix;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::string with_prefix;
    if (!prefix.empty())
      with_prefix.append(prefix).append(texts[i]);
    const auto tokens = tokenizer_.encode(prefix.empty() ? texts[i] : with_prefix, max_tokens());
    if (plan.parts.empty() ||
        plan.parts.back().batch.tokens.size() + tokens.size() > tokens_of_batch)
      plan.parts.push_back({{}, i});
    Batch& batch = plan.parts.back().batch;
    batch.tokens.insert(batch.tokens.end(), tokens.begin(), tokens.end());
    batch.lengths.push_back(tokens.size());
  }
}

void LocalModel::run_batches(Plan& plan, float* out) const {
  std::unique_ptr<Workspace> workspace = take_workspace();
  for (std::size_t i = plan.next++; i < plan.parts.size(); i = plan.next++)
    run_forward(weights_, *options_.kernels, plan.parts[i].batch, *workspace,
                out + plan.parts[i].first_text * identity_.dimension);
  give_back(std::move(workspace));
}

std::unique_ptr<Workspace> LocalModel::take_workspace() const {
  const Lock lock(mutex_);
  if (idle_.empty())
    return std::make_unique<Workspace>();
  auto out = std::move(idle_.back());
  idle_.pop_back();
  return out;
}

// One is kept for the next call; those of a rush are not.
void LocalModel::give_back(std::unique_ptr<Workspace> workspace) const {
  const Lock lock(mutex_);
  if (idle_.empty() && workspace->size() <= max_idle_bytes)
    idle_.push_back(std::move(workspace));
}

Result<void> LocalModel::verify() const {
  return verify_content(file_.bytes());
}

Result<ModelInfo> info_of(const std::filesystem::path& packed) {
  const MappedFile file = TRY(MappedFile::open(packed));
  const Weights weights = TRY(Weights::over(file.bytes()));
  return ModelInfo{identity_of(weights), weights.geometry.positions, file.bytes().size()};
}

}  // namespace aim::embed
