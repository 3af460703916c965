// The key that events are signed with, as long as the process runs: made when it is first needed,
// read again when somebody has rotated it. What goes wrong with it is no reason to refuse what a
// person asked for: it is logged once, and the event is kept without a signature, which stats
// counts.
// Threads: any.
#pragma once

#include <chrono>
#include <filesystem>

#include "base/identity.h"
#include "base/mutex.h"

namespace aim::engine {

class Signer {
 public:
  // `file`: of the identity; empty: no place is known for one.
  explicit Signer(std::filesystem::path file) : file_(std::move(file)) {}
  Signer(const Signer&) = delete;
  Signer& operator=(const Signer&) = delete;

  const std::filesystem::path& file() const { return file_; }

  // The event of that number was recorded in that database: once its transaction is committed, the
  // head is to be noted.
  void mark_recorded(const std::string& database, std::int64_t sequence);
  // Whether the head that was noted last is older.
  bool is_recorded(const std::string& database);
  // The same, `most` times a second.
  bool may_note(const std::string& database, int most);
  // The head of that number is noted. One that is older than what was recorded was read before the
  // commit, or that was taken back: it is waited for, but not for ever.
  void note(const std::string& database, std::int64_t sequence);

  // Null when there is no key and no key can be made.
  std::shared_ptr<const SigningKey> key(Time now);

  // How often there was none, and why the last time: whoever asked for what is recorded without a
  // signature is told.
  struct Failures {
    std::uint64_t count = 0;
    std::string why;
  };
  Failures failures();

 private:
  // The inode of the file when it was read, and when it was written. A rotation puts another file
  // in its place.
  using Look = std::pair<std::uint64_t, std::int64_t>;
  std::optional<Look> look() const;

  std::filesystem::path file_;
  Mutex mutex_;
  struct Head {
    std::int64_t recorded = 0, noted = 0;
    std::chrono::steady_clock::time_point recorded_at;
    std::chrono::steady_clock::time_point since;  // of the second that is counted
    int asked = 0;                                // in it
  };
  std::map<std::string, Head> heads_ GUARDED_BY(mutex_);  // by database
  std::shared_ptr<const SigningKey> key_ GUARDED_BY(mutex_);
  std::optional<Look> look_ GUARDED_BY(mutex_);
  Failures failures_ GUARDED_BY(mutex_);
  bool told_ GUARDED_BY(mutex_) = false;
};

}  // namespace aim::engine
