// What servers do in the background. Vectors (B5): memories that others stored, imported or restored get theirs a moment
// later, with a part of one processor; and the model is open by the time it is first needed. At the tier autonomous also
// what a language model adds: tags, contradictions, other words for questions (F3).
// Threads: one of its own for each, from start() to destruction.
#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "memory/tier.h"

namespace aim {
struct Engine;
}

namespace aim::op {

class Background {
 public:
  // `engine` outlives it.
  Background(Engine& engine, FeatureTier tier);
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Once; a server that has not answered its client's handshake does not start it (S1).
  void start();

 private:
  void backfill_loop();
  void enrich_loop();
  // Sleeps; false when it is time to end.
  bool rest(std::chrono::milliseconds time);
  bool ending();

  Engine& engine_;
  FeatureTier tier_;
  const Time started_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ending_ = false;
  std::thread thread_, enrich_thread_;
};

}  // namespace aim::op
