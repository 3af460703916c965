// Files of a folder as entries (K4), as a task: notified of changes by the kernel, or polling every
// few seconds; one process for a folder, the next takes over when it ends. Threads: as Task. With
// notifications it waits for them itself, and its thread yields to others: a runner has it alone.
#pragma once
#include <filesystem>

#include "base/folder_watch.h"
#include "base/lock.h"
#include "base/mutex.h"
#include "engine/engine.h"
#include "jobs/index/indexer.h"
#include "jobs/scheduler.h"

namespace aim::jobs::index {

struct FolderOptions {
  Options index;
  bool watch = true;  // else it looks every `interval`
  std::chrono::milliseconds interval{
      5'000};  // also between tries to take over from another process
};

class IndexFolder final : public Task {
 public:
  // `engine` outlives it.
  IndexFolder(Engine& engine, FolderOptions options);
  ~IndexFolder() override;
  Moment due() const override { return next_; }
  void run(Moment now, const Stop& stop) override;
  void wake() override;

 private:
  // Takes the folder over, when nobody else has it.
  void begin(Moment now);
  // A piece of the due work; then, with notifications of the kernel, the wait for more.
  void go_on(Moment now);
  std::chrono::milliseconds pause(Moment now, std::chrono::milliseconds took) const;
  void look(Moment now);
  void take(const FolderChanges& changes, Moment now);
  void watch_folder(const std::filesystem::path& folder);
  void begin_watching();
  void stop_watching(const Error& why);
  void tell(const Error& error);

  const FolderOptions options_;
  const Stop* stop_ = nullptr;  // while it is at work
  Engine engine_;
  Moment next_{}, next_scan_{}, next_note_{};
  bool yields_ = false;
  bool told_ = false;       // reported that the folder cannot be taken over
  bool told_look_ = false;  // reported that it cannot be read
  std::optional<FileLock> lock_;
  std::optional<Indexer> indexer_;  // indexer of a folder that was taken over
  FolderChanges changes_;           // changes not noted yet

  Mutex mutex_;                       // wake() comes from another thread
  std::optional<FolderWatch> watch_;  // made and ended under the lock, by the task alone
};

// All of a folder at once, on the calling thread. Errors: those of Indexer; unavailable while
// another process does it.
Result<Figures> index_once(Engine& engine, const Options& options);

}  // namespace aim::jobs::index
