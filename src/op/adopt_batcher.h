// Memories of another place on their way in (mine, import --from): checked, gathered into batches,
// and written by a thread of its own while the next are read, so that memory stays bounded and
// reading does not wait for the disk.
#pragma once
#include <future>

#include "engine/transfer/adopt.h"

namespace aim::op {

class AdoptBatcher {
 public:
  AdoptBatcher(Engine& engine, bool dry) : engine_(engine), dry_(dry) {}

  // Errors: a text beyond the limits (A4), then the memory is left out; those of the database for a
  // batch before.
  Result<void> add(Memory memory);
  // Waits until everything is written.
  Result<engine::AdoptReport> finish();

 private:
  Result<void> flush();
  Result<void> wait();

  Engine& engine_;
  bool dry_;
  std::vector<Memory> batch_;
  std::size_t bytes_ = 0;
  engine::AdoptReport report_;         // the thread's until wait() returns
  std::future<Result<void>> writing_;  // last: its end waits for the thread, which uses the others
};

}  // namespace aim::op
