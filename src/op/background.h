// Vectors in the background, for servers (B5): memories that others stored, imported or restored get theirs a moment later,
// with a part of one processor; and the model is open by the time it is first needed.
// Threads: one of its own, from start() to destruction.
#pragma once
#include <condition_variable>
#include <mutex>
#include <thread>

namespace aim {
struct Engine;
}

namespace aim::op {

class Background {
 public:
  // `engine` outlives it.
  explicit Background(Engine& engine) : engine_(engine) {}
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Once; a server that has not answered its client's handshake does not start it (S1).
  void start();

 private:
  void work();
  bool ending();

  Engine& engine_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace aim::op
