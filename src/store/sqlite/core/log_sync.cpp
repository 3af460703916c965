#include "store/sqlite/core/log_sync.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/sync_folder.h"

namespace aim::store::sqlite {
namespace {

// Tells a log from one that was put in its place, which may get the same number. Nothing: the file
// system does not say when a file was made.
LogSync::Born born_of(int log) {
  struct statx status {};
  if (::statx(log, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) != 0 ||
      (status.stx_mask & STATX_BTIME) == 0)
    return {};
  return std::array<std::uint64_t, 3>{status.stx_ino,
                                      static_cast<std::uint64_t>(status.stx_btime.tv_sec),
                                      status.stx_btime.tv_nsec};
}

}  // namespace

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
// on this file, so that closing it drops none.
void LogSync::sync() {
  const Descriptor log(::open(log_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!log.valid())
    return;
  ::fdatasync(log.number());
  // Nobody else syncs the name of a log that is new (log_file.h).
  const auto born = born_of(log.number());
  if ((born && born == named_) || !sync_folder(log_.parent_path()))
    return;
  named_ = born;
}

}  // namespace aim::store::sqlite
