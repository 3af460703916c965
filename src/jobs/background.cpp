#include "jobs/background.h"

#include "engine/engine.h"
#include "jobs/give_back.h"
#include "jobs/tasks.h"

namespace aim::jobs {

Background::Background(Engine& engine, FeatureTier tier)
    : engine_(engine),
      enriches_(tier == FeatureTier::autonomous && engine.llm),
      started_(engine.clock.now()) {}

void Background::start() {
  if (running_)
    return;
  running_ = true;
  const auto now = std::chrono::steady_clock::now();
  long_.add(std::make_unique<MakeVectors>(engine_, now));
  long_.add(std::make_unique<GiveBack>(now));
  long_.start();
  if (enriches_) {
    language_.add(make_enrich(engine_, started_, now));
    language_.start();
  }
}

}  // namespace aim::jobs
