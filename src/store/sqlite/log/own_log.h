// Whether the log beside a file is the file's own. One that was left behind by another file, or put
// there, would be read into this one.
// Knows: marks of files, the format of a log. Must not know: connections.
// Source: https://www.sqlite.org/fileformat2.html, section 4.1.
#pragma once
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <thread>

#include "base/folder_watch.h"
#include "base/mutex.h"
#include "store/maintenance.h"
#include "store/sqlite/log/file_mark.h"
struct sqlite3;

namespace aim::store::sqlite {

// The marks of the commits in a log, in its order, as far as they lie on the page of the first.
struct LogMarks {
  std::array<unsigned char, 32> header{};
  std::vector<FileMark> marks;
  std::uint32_t page = 0;
};
LogMarks marks_in_log(const std::string& path);

// Whether a log was cut while a write went on behind its end: its header is gone, and SQLite reads
// nothing of it.
bool is_headless(const std::string& log);

// Asked before the first statement of a connection, while nobody is known to use the two. In doubt
// it is: what is set aside may hold what was acknowledged.
bool log_fits(sqlite3* database);

// Live users of the database may share an index that describes a log of theirs.
enum class Index { dropped, kept };
// Moves the log out of the way, under a name that says what it is. Returns its new path; an empty
// one if there was no log, or one without content, or if it could not be moved.
std::filesystem::path set_log_aside(const std::filesystem::path& database, Index index);

// With `synchronous = "normal"` a commit is not synced; so that a power cut takes the last seconds
// and no more, the log is synced once they have passed.

// At the latest so long after a write (README).
inline constexpr std::chrono::seconds log_sync_after{5};

class LogSync {
 public:
  explicit LogSync(std::filesystem::path database) : log_(database.string() + "-wal") {}
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

// Hears of the commits of all processes on a database file: each writes its log beside the file,
// and the kernel tells of that.
class LogWatch final : public ChangeSignal {
 public:
  // Null where the system cannot watch: somebody has to look again and again then.
  static std::unique_ptr<LogWatch> of(const std::filesystem::path& database);
  bool wait(std::chrono::milliseconds timeout, const Stop& stop) override;

 private:
  LogWatch(FolderWatch watch, std::filesystem::path log)
      : watch_(std::move(watch)), log_(std::move(log)) {}

  FolderWatch watch_;
  const std::filesystem::path log_;
};

}  // namespace aim::store::sqlite
