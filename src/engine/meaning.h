// What the engine has to find memories by meaning: the static table, the model if there is one, and the passages in memory.
// A model is opened when it is first needed: it costs nothing to a process that never asks (S1).
// Threads: any.
#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "embed/embedder.h"
#include "engine/passage_index.h"

namespace aim::engine {

using OpenModel = std::function<Result<std::unique_ptr<embed::Embedder>>()>;

class Meaning {
 public:
  // `built_in` may be null (tests of words alone), and outlives this. `open_model` may be empty: there is no model.
  explicit Meaning(const embed::Embedder* built_in = nullptr, OpenModel open_model = {})
      : built_in_(built_in), open_model_(std::move(open_model)) {}

  const embed::Embedder* built_in() const { return built_in_; }
  // Opens the model if that has not been done. Null when there is none, or it cannot be opened; that is logged, and tried
  // again a minute later.
  const embed::Embedder* model();
  // Null while nobody has needed it.
  const embed::Embedder* warm_model() const { return warm_.load(std::memory_order_acquire); }
  bool has_model() const { return static_cast<bool>(open_model_); }

  PassageIndex& passages() { return passages_; }

 private:
  const embed::Embedder* built_in_;
  const OpenModel open_model_;
  std::mutex mutex_;
  std::unique_ptr<embed::Embedder> model_;
  std::atomic<const embed::Embedder*> warm_ = nullptr;
  std::chrono::steady_clock::time_point next_try_;
  PassageIndex passages_;
};

}  // namespace aim::engine
