// The project's own store, beside the user's, for the profile that has two: found from where the
// program was started, opened when it is first used, made when something is first stored.
#pragma once
#include <chrono>
#include <filesystem>

#include "app/wire.h"
#include "base/mutex.h"
#include "config/config.h"
#include "engine/engine.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/embeddings.h"
#include "op/two_stores/folder.h"
#include "op/two_stores/known_stores.h"

namespace aim::app {

// The list of stores that were made on this machine, or are trusted.
op::project::KnownStores known_stores();

// Why a store is refused that is of another shape than ours.
inline constexpr std::string_view tampered = "was tampered with, or not made by ai-memory";

class ProjectStore {
 public:
  // Nothing: there is no project, and no store.
  ProjectStore() = default;
  // `start`: where the search for the project begins. `clock` outlives it; `timeout` as
  // make_store() has it.
  ProjectStore(const std::filesystem::path& start, const Config& config, FeatureTier tier,
               const Clock& clock, std::optional<std::chrono::milliseconds> timeout = {});
  // Where there is no project from `start` upwards, one may still come by look_in(), if
  // `only_client`: those of a daemon work in many places. Before the first look.
  void expect_more(bool only_client) { may_come_ = only_client && project_.root.empty(); }
  bool may_come() const { return may_come_; }
  // The first project from one of these folders upwards, once; `config` is still there. From any
  // thread: who may be looking meanwhile holds the mutex. The log says what stands where the store
  // of one that it found should be.
  void look_in(const std::vector<std::string>& folders);
  Mutex& mutex() const { return mutex_; }
  ProjectStore(const ProjectStore&) = delete;
  ProjectStore& operator=(const ProjectStore&) = delete;
  // Uses that wait are written, or counted as dropped.
  ~ProjectStore();

  // As the user's engine has them. Null parts stay out.
  void share(const Engine& users);
  // The first of these four looks at the store, which a call that is about the user's own memories
  // only does not do; where there are threads, with the mutex.
  // Null: there is no project, or none that could be opened.
  Engine* engine() {
    look_at_origin();
    return engine_.get();
  }
  store::Store* store() {
    look_at_origin();
    return store_.get();
  }
  // Whether somebody else made the store: its memories are found, and never brought by themselves.
  bool untrusted() {
    look_at_origin();
    return untrusted_;
  }
  // Why the store is not used; empty: it is, or there is none.
  const std::string& refusal() {
    look_at_origin();
    return refusal_;
  }
  // A store that this process made is its user's. Does nothing when it was there before, or is not
  // there now.
  void note_made() const;
  const op::project::Project& project() const { return project_; }

 private:
  void open(const std::filesystem::path& start);
  void make_engine(MadeBy made_by);
  void look_at_origin();
  // Both refuse what is not ours.
  bool is_of_our_layout();
  Result<std::int64_t> id_of_store();
  void refuse(std::string_view why);

  mutable Mutex mutex_;
  const Config* config_ = nullptr;
  FeatureTier tier_ = FeatureTier::keyword;
  const Clock* clock_ = nullptr;
  std::optional<std::chrono::milliseconds> timeout_ = {};
  const Engine* users_ = nullptr;
  bool may_come_ = false;
  op::project::Project project_;
  bool looked_ = true;  // nothing to look at
  bool untrusted_ = false;
  std::string refusal_;
  mutable bool may_be_made_ = false;
  std::unique_ptr<store::Store> store_;
  engine::TouchQueue touches_;
  std::unique_ptr<engine::Embeddings> embeddings_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace aim::app
