// What the engine has to find memories by meaning: the static table, the model if there is one, and
// the passages in memory. A model is opened when it is first needed: it costs nothing to a process
// that never asks (S1).
// Threads: any.
#pragma once
#include <atomic>
#include <chrono>

#include "base/mutex.h"
#include "embed/embedder.h"
#include "engine/engine.h"
#include "engine/search/found.h"
#include "engine/vectors/passage_index.h"
#include "llm/language_model.h"
#include "store/store.h"
#include "store/types.h"

namespace aim::llm {
class RemoteModel;
}
namespace aim::engine {

using OpenModel = std::function<Result<std::unique_ptr<embed::Embedder>>()>;
// By name, of those that are on this machine.
using OpenByName = std::function<Result<std::unique_ptr<embed::Embedder>>(const std::string&)>;

class Embeddings {
 public:
  // `built_in` may be null (tests of words alone), and outlives this. `open_model` may be empty:
  // there is no model. `open_by_name` opens models that were in use before; it may be empty.
  explicit Embeddings(const embed::Embedder* built_in = nullptr, OpenModel open_model = {},
                      OpenByName open_by_name = {})
      : built_in_(built_in),
        open_model_(std::move(open_model)),
        open_by_name_(std::move(open_by_name)) {}

  const embed::Embedder* built_in() const { return built_in_; }
  // Opens the model if that has not been done. Null when there is none, or it cannot be opened;
  // that is logged, and tried again a minute later.
  const embed::Embedder* model();
  // Null while nobody has needed it.
  const embed::Embedder* warm_model() const { return warm_.load(std::memory_order_acquire); }
  // The model that made these vectors before another took its place. Null when it is not here, or
  // makes others today.
  const embed::Embedder* older(const embed::Identity& identity);
  bool has_model() const { return static_cast<bool>(open_model_); }

  PassageIndex& passages() { return passages_; }

 private:
  const embed::Embedder* built_in_;
  const OpenModel open_model_;
  const OpenByName open_by_name_;
  Mutex mutex_;
  std::unique_ptr<embed::Embedder> model_ GUARDED_BY(mutex_);
  // Null: could not be opened.
  std::map<std::string, std::unique_ptr<embed::Embedder>> older_ GUARDED_BY(mutex_);
  std::atomic<const embed::Embedder*> warm_ = nullptr;
  std::chrono::steady_clock::time_point next_try_ GUARDED_BY(mutex_);
  PassageIndex passages_;
};

// Vectors that a model made of the texts of a memory that is not there yet: who asks several stores
// before it keeps the memory has them made once. Values; must not know stores.
struct TextVectors {
  embed::Identity model = {};
  std::vector<store::VectorRow> rows = {};  // empty: none were made
};
// Whether they are of that model, and of just these texts in their order.
bool are_of(const TextVectors& made, const embed::Embedder& model,
            const std::vector<std::string>& texts);

// Vectors of the model that was in use before, while those of the one in use are being made: a
// passage is asked by the new model where it has its vector, by the old one where it has only that
// (B5). The old model's files must still be here for that; without them a passage waits for its new
// vector with its words and the static table. When the new vectors are complete, the old ones go.

// The model of older vectors that are still needed. Null when `model` has a vector of every
// passage, and when there is nothing older, or it cannot be opened.
const embed::Embedder* older_model(Engine& engine, const embed::Embedder& model);

// Drops the vectors of models before this one; `others`: those after it too, which a change back
// leaves behind. A process that has not noticed the change yet must not drop what one that has is
// making: so the background keeps them.
Result<void> drop_older(Engine& engine, const embed::Embedder& model, bool others);

// A model that is a service's (llm/remote_model.h): asked over the network, where a wait may be
// ended. Texts are sent by the back-fill and by questions alone; where somebody waits for a store,
// only vectors that are there are used.

// Null: it is on this machine, or none.
const llm::RemoteModel* remote(const embed::Embedder* embedder);

// Embedder::embed(); a wait for another machine ends when `stop` says so.
Result<std::vector<float>> embed_until(const embed::Embedder& embedder,
                                       std::span<const std::string_view> texts, embed::Role role,
                                       const store::Stop& stop);

// What is true of the service now; unset where there is none, or it has never answered. May look
// for it, for two seconds at most.
std::optional<llm::State> service_state(Engine& engine);

// Why a recall went without the vectors of a model that is set up, in words; empty when it did not.
struct WithoutModel {
  std::string why;
  bool unopened = false;  // for a reason that is told elsewhere
};
WithoutModel why_without_model(Engine& engine, const Found& found);

}  // namespace aim::engine
