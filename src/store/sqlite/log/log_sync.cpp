#include "store/sqlite/log/log_sync.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace aim::store::sqlite {
LogSync::~LogSync() {
  {
    const Lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void LogSync::note_write() {
  const Lock lock(mutex_);
  if (waits_)
    return;
  waits_ = true;
  if (thread_.joinable())
    changed_.notify_all();
  else
    thread_ = std::thread([this] { work(); });
}

void LogSync::work() {
  Lock lock(mutex_);
  while (!ending_ || waits_) {
    while (!waits_ && !ending_) changed_.wait(lock);
    if (!waits_)
      break;
    const auto until = std::chrono::steady_clock::now() + log_sync_after;
    while (!ending_ && changed_.wait_until(lock, until) == std::cv_status::no_timeout) {
    }
    // What is written from here on waits for the next time.
    waits_ = false;
    lock.unlock();
    sync();
    lock.lock();
  }
}

// A log that is gone was moved into the database, which is synced with that. No lock of SQLite's is
// on this file, so that closing it drops none. The name of a new log is synced with its header.
void LogSync::sync() {
  const Descriptor log(::open(log_.c_str(), O_RDONLY | O_CLOEXEC));
  if (log.valid())
    ::fdatasync(log.number());
}

}  // namespace aim::store::sqlite
