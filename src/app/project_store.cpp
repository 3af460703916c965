#include "app/project_store.h"

#include <algorithm>
#include <fstream>

#include "app/wire.h"
#include "base/log.h"
#include "embed/static_embedder.h"
#include "engine/pair/pair.h"
#include "jobs/maintenance.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

constexpr std::chrono::milliseconds touch_timeout{250};

bool is_database(const std::filesystem::path& file) {
  constexpr std::string_view magic = "SQLite format 3";
  std::ifstream opened(file, std::ios::binary);
  std::string beginning(magic.size(), '\0');
  opened.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  return opened && beginning == magic;
}

}  // namespace

op::project::KnownStores known_stores() {
  const auto folder = default_state_folder();
  return op::project::KnownStores(folder.empty() ? folder : folder / "projects.json");
}

ProjectStore::ProjectStore(const std::filesystem::path& start, const Config& config,
                           FeatureTier tier, const Clock& clock,
                           std::optional<std::chrono::milliseconds> timeout)
    : config_(&config), tier_(tier), clock_(&clock), timeout_(timeout) {
  open(start);
}

void ProjectStore::look_in(const std::vector<std::string>& folders) {
  const Lock lock(mutex_);
  for (const std::string& folder : folders)
    if (project_.root.empty() && clock_)
      open(folder);
  if (users_)
    share(*users_);
}

void ProjectStore::open(const std::filesystem::path& start) {
  project_ = op::project::find_project(start, config_->vector_project_dir);
  if (project_.root.empty())
    return;
  if (!project_.warning.empty())
    log::warn(project_.warning);
  store_ = make_store(project_.store.string(), *config_, *clock_, timeout_);
  embeddings_.reset(new engine::Embeddings(embeddings_of(*config_, tier_, *clock_)));
  engine_.reset(new Engine{store::Access(*store_), *clock_, engine_options(*config_), touches_,
                           *embeddings_, nullptr, nullptr});
  looked_ = false;
}

// Only a store of exactly our layout is opened before it is known whose it is; one of an older
// layout would be changed by that.
void ProjectStore::look_at_origin() {
  if (looked_)
    return;
  looked_ = true;
  may_be_made_ = !engine_->database.exists();
  if (may_be_made_)
    return;
  const auto known = known_stores();
  const bool is_own = op::project::is_own_file(project_.store);
  const bool may_be_changed = is_own && known.knows_place(project_.store);
  if (!may_be_changed && !store_->maintenance().is_current()) {
    untrusted_ = true;
    if (!is_database(project_.store))
      return;  // what is damaged says so itself, at every call
    refusal_ = project_.store.string() +
               " was not made here and has another layout; to trust it: ai-memory trust";
    engine_.reset();
    return;
  }
  const auto id = engine::pair::store_id(*engine_);
  untrusted_ = !is_own || !id || !known.knows(project_.store, *id);
  // One that was moved here stays known when its old place is taken again.
  if (!untrusted_ && !known.knows_place(project_.store))
    (void)known.add(project_.store, *id);
}

void ProjectStore::note_made() const {
  if (!engine_ || !may_be_made_ || !engine_->database.exists())
    return;
  may_be_made_ = false;
  const auto id = engine::pair::ensure_store_id(*engine_);
  const auto kept =
      id ? known_stores().add(project_.store, *id) : Result<void>(Failure(id.error()));
  if (!kept)
    log::warn("the project's store is not known as made here: " + kept.error().message);
}

ProjectStore::~ProjectStore() {
  note_made();
  if (looked_ && engine_ && engine_->database.exists())
    jobs::finish_touches(*engine_, std::min(touch_timeout, timeout_.value_or(touch_timeout)));
}

void ProjectStore::share(const Engine& users) {
  users_ = &users;
  if (!engine_)
    return;
  engine_->signer = users.signer;
  engine_->foreign = users.foreign;
}

}  // namespace aim::app
