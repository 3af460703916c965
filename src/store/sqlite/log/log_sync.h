// With `synchronous = "normal"` a commit is not synced; so that a power cut takes the last seconds
// and no more, the log is synced once they have passed.
// Threads: note_write() from any thread; the syncing is done on a thread of its own, which begins
// with the first write.
#pragma once
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <thread>

#include "base/mutex.h"

namespace aim::store::sqlite {

// At the latest so long after a write (README).
inline constexpr std::chrono::seconds log_sync_after{5};

class LogSync {
 public:
  explicit LogSync(std::filesystem::path database) : log_(database.native() + "-wal") {}
  LogSync(const LogSync&) = delete;
  LogSync& operator=(const LogSync&) = delete;
  // What waits is synced.
  ~LogSync();

  void note_write();

 private:
  void work();
  void sync();

  const std::filesystem::path log_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  bool waits_ GUARDED_BY(mutex_) = false;
  bool ending_ GUARDED_BY(mutex_) = false;
  std::thread thread_;  // begun under the lock, joined when nobody else is there
};

}  // namespace aim::store::sqlite
