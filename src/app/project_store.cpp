#include "app/project_store.h"

#include <fstream>

#include "base/file.h"
#include "base/log.h"
#include "engine/two_stores/stores.h"
#include "jobs/maintenance.h"
#include "store/maintenance.h"

namespace aim::app {
namespace {

bool is_database(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return false;  // a pipe would be waited for
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
  make_engine(!path_exists(project_.store) || known_stores().knows_place(project_.store)
                  ? MadeBy::us
                  : MadeBy::anyone);
  looked_ = false;
}

void ProjectStore::make_engine(MadeBy made_by) {
  engine_.reset();
  store_ = make_store(project_.store.string(), *config_, *clock_, timeout_, made_by);
  embeddings_.reset(new engine::Embeddings(embeddings_of(*config_, tier_, *clock_)));
  engine_.reset(new Engine{store::Access(*store_), *clock_, engine_options(*config_), touches_,
                           *embeddings_, nullptr, nullptr});
  if (users_)
    share(*users_);
}

bool ProjectStore::is_of_our_layout() {
  if (store_->maintenance().is_current())
    return true;
  // What is damaged says so itself, at every call.
  if (is_database(project_.store))
    refuse("was not made here and has another layout; to trust it: ai-memory trust");
  return false;
}

Result<std::int64_t> ProjectStore::id_of_store() {
  auto id = engine::two_stores::store_id(*engine_);
  if (!id && id.error().code == Code::validation_failed)
    refuse(tampered);
  return id;
}

void ProjectStore::refuse(std::string_view why) {
  refusal_ = project_.store.string() + " " + std::string(why);
  engine_.reset();
}

// Only a store of exactly our layout is opened before it is known whose it is; one of an older
// layout would be changed by that. A link would let whoever made the folder have any file of the
// user's read and written.
void ProjectStore::look_at_origin() {
  if (looked_)
    return;
  looked_ = true;
  const auto known = known_stores();
  const bool knows_place = known.knows_place(project_.store);
  if (!knows_place && op::project::is_linked(project_.store)) {
    untrusted_ = true;
    return refuse("was not made here and is a link to another place; to trust it: ai-memory trust");
  }
  may_be_made_ = !engine_->database.exists();
  if (may_be_made_)
    return;
  const bool is_own = op::project::is_own_file(project_.store);
  untrusted_ = true;
  if (!(is_own && knows_place) && !is_of_our_layout())
    return;
  const auto id = id_of_store();
  if (!engine_)
    return;
  untrusted_ = !is_own || !id || !known.knows(project_.store, *id);
  // Another one in the place of a known one.
  if (untrusted_ && is_own && knows_place) {
    make_engine(MadeBy::anyone);
    if (is_of_our_layout())
      (void)id_of_store();
    return;
  }
  // One that was moved here stays known when its old place is taken again.
  if (!untrusted_ && !knows_place)
    (void)known.add(project_.store, *id);
}

void ProjectStore::note_made() const {
  if (!engine_ || !may_be_made_ || !engine_->database.exists())
    return;
  may_be_made_ = false;
  const auto id = engine::two_stores::ensure_store_id(*engine_);
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
  engine_->file_store = users.file_store;
}

}  // namespace aim::app
