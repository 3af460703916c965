// The project's own store, beside the user's, for the profile that has two: found from where the program was started, opened
// when it is first used, made when something is first stored.
#pragma once
#include <memory>
#include <optional>

#include "cli/parse.h"
#include "config/config.h"
#include "engine/engine.h"
#include "op/pair/folder.h"

namespace aim::app {

class ProjectStore {
 public:
  // Nothing: there is no project, and no store.
  ProjectStore() = default;
  // `clock` outlives it.
  ProjectStore(const cli::Invocation& invocation, const Config& config, FeatureTier tier,
               const Clock& clock);
  ProjectStore(const ProjectStore&) = delete;
  ProjectStore& operator=(const ProjectStore&) = delete;
  // Uses that wait are written, or counted as dropped.
  ~ProjectStore();

  // As the user's engine has them. Null parts stay out.
  void share(const Engine& users);
  Engine* engine() const { return engine_.get(); }
  const op::project::Project& project() const { return project_; }

 private:
  op::project::Project project_;
  std::unique_ptr<store::Store> store_;
  engine::TouchQueue touches_;
  std::unique_ptr<engine::Embeddings> embeddings_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace aim::app
