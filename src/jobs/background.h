// Background work of every server on its own threads: vectors, and at the tier autonomous additions
// of a language model. A server adds further long tasks. Threads: one, and one more where a
// language model is asked, which may let its caller wait for minutes.
#pragma once
#include "base/clock.h"
#include "jobs/thread_runner.h"
#include "memory/tier.h"

namespace aim {
struct Engine;
}

namespace aim::jobs {

class Background {
 public:
  // `engine` outlives it.
  Background(Engine& engine, FeatureTier tier);

  // A task that may take long. Before start() only.
  void add(std::unique_ptr<Task> task) { long_.add(std::move(task)); }
  // Once; a server that has not answered its client's handshake does not start it (S1).
  void start();

 private:
  Engine& engine_;
  const bool enriches_;
  const Time started_;
  bool running_ = false;
  ThreadRunner long_, language_;
};

}  // namespace aim::jobs
