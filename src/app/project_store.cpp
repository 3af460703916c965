#include "app/project_store.h"

#include "app/wire.h"
#include "base/log.h"
#include "embed/static_embedder.h"
#include "jobs/maintenance.h"

namespace aim::app {
namespace {

constexpr std::chrono::milliseconds touch_timeout{250};

}  // namespace

ProjectStore::ProjectStore(const cli::Invocation& invocation, const Config& config,
                           FeatureTier tier, const Clock& clock) {
  project_ = op::project::find_project(op::project::start_of(invocation.text("project")));
  if (project_.root.empty())
    return;
  if (!project_.warning.empty())
    log::warn(project_.warning);
  store_ = make_store(project_.store.string(), config, clock);
  const bool by_model = tier > FeatureTier::keyword;
  embeddings_ = std::make_unique<engine::Embeddings>(
      &embed::StaticEmbedder::builtin(), by_model ? open_model(config) : engine::OpenModel(),
      by_model ? open_by_name(config) : engine::OpenByName());
  engine_.reset(new Engine{store::Access(*store_), clock, engine_options(config), touches_,
                           *embeddings_, nullptr, nullptr});
}

ProjectStore::~ProjectStore() {
  if (engine_ && engine_->database.exists())
    jobs::finish_touches(*engine_, touch_timeout);
}

void ProjectStore::share(const Engine& users) {
  if (!engine_)
    return;
  engine_->signer = users.signer;
  engine_->foreign = users.foreign;
}

}  // namespace aim::app
