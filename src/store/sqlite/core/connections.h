// The connections of one process to a database file: handed out one a call, kept for the next.
//
// The connection used last is lent first: one thread that reads and writes uses the same one
// throughout, whose cache stays valid. Where several threads read at once, more are opened, with
// small caches. More readers at once than there are processors to run them only fill the memory, so
// those beyond the bound wait for a connection to come back; but not for long, for it may be lent
// to a long export. Threads: all functions from any thread. Cost: opening one takes about 0.5 ms;
// one lent to a recall over 10,000 memories takes 1 to 2 MB.
#pragma once
#include <atomic>
#include <condition_variable>
#include <filesystem>

#include "base/mutex.h"
#include "base/result.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

class Connections {
 public:
  Connections(std::filesystem::path file, const ConnectionOptions& options);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // A borrowed connection, until the end of the loan: what transaction it is in is rolled back
  // then.
  class Loan {
   public:
    Loan(Loan&& other) noexcept
        : owner_(std::exchange(other.owner_, nullptr)),
          connection_(std::move(other.connection_)),
          writes_(other.writes_) {}
    Loan& operator=(Loan&&) = delete;
    ~Loan() {
      if (owner_)
        owner_->take_back(std::move(connection_), writes_);
    }
    Connection& operator*() const { return *connection_; }
    Connection* operator->() const { return connection_.get(); }
    // Closes it: it is in a state that others should not find.
    void discard() { connection_.reset(); }

   private:
    friend class Connections;
    Loan(Connections& owner, bool writes) : owner_(&owner), writes_(writes) {}

    Connections* owner_;  // none once it is moved from
    std::unique_ptr<Connection> connection_;
    bool writes_;
  };
  // Waits for locks as `wait` says.
  Result<Loan> to_read(const Wait& wait);
  Result<Loan> to_write(const Wait& wait);  // for one thread at a time

  // The file, its log or the log's index was removed, replaced or cut while connections had it
  // open. They are given up, and none is lent until somebody has found a database there that can be
  // used.
  bool lost() const { return lost_; }
  // How it was lost; log_gone: what was in the log is saved.
  FileState lost_as() const;
  // Whether what a connection has just committed is in the files that others will read, or was
  // moved there.
  Result<void> confirm_commit(Connection& connection);
  // Until no connection to what was lost is lent any more. Errors: unavailable (is_busy).
  Result<void> wait_until_closed(const Wait& wait);
  // Makes all processes open the database again, by taking away the index of the log that was lost.
  void remove_lost_index();
  // Puts the log that those connections wrote out of the way, when it is there still and the file
  // is not that one again.
  std::filesystem::path set_own_log_aside();
  // From here on connections are opened again, with the next epoch, of the file that is there now;
  // `lose()` takes that back.
  void go_on();
  std::uint64_t epoch() const;
  // The file of that epoch is gone. Nothing when somebody found the next one meanwhile.
  void lose(std::uint64_t epoch, FileState as = FileState::file_gone);

  const std::filesystem::path& file() const { return file_; }
  const ConnectionOptions& options() const { return options_; }
  // The usual page cache for those that no transaction has just asked to keep many pages.
  void narrow_caches();
  // How many were opened so far: a server under load opens a few, and no more.
  std::size_t opened() const;

 private:
  using Owned = std::unique_ptr<Connection>;
  Owned take_idle() REQUIRES(mutex_);
  Result<Loan> lend(Owned idle, const Wait& wait, bool writes);
  struct Opening {
    ConnectionOptions options;
    std::uint64_t epoch;
    bool is_first;  // of this process: any file will do
  };
  Opening next_opening() const;
  Result<Owned> open_one(const Wait& wait);
  Result<Owned> open(const Opening& next, const Wait& wait);
  void take_back(Owned connection, bool writes);
  void forget_one() REQUIRES(mutex_);
  enum class State { in_place, outdated, gone };
  Result<State> state_of(Connection& connection);
  Result<void> give_up(Connection& connection, FileState state);

  const std::filesystem::path file_;
  const ConnectionOptions options_;
  const std::size_t max_readers_;

  std::mutex looking_;  // held while a connection is opened that looks at the log; before mutex_
  mutable Mutex mutex_;
  std::condition_variable_any returned_;
  std::vector<Owned> idle_ GUARDED_BY(mutex_);    // the one used last at the end: its cache is warm
  std::optional<FileId> id_ GUARDED_BY(mutex_);   // of the file, since the first connection
  std::optional<FileId> log_ GUARDED_BY(mutex_);  // of those connections
  std::optional<FileId> index_ GUARDED_BY(mutex_);
  FileState lost_as_ GUARDED_BY(mutex_) = FileState::kept;
  // It was lost without another file in its place.
  bool overwritten_ GUARDED_BY(mutex_) = false;
  std::uint64_t epoch_ GUARDED_BY(mutex_) = 1;
  std::uint64_t checked_log_of_ GUARDED_BY(mutex_) = 0;  // the epoch whose log was looked at
  std::atomic<bool> lost_ = false;
  std::size_t open_ GUARDED_BY(mutex_) = 0;     // idle or lent
  std::size_t reading_ GUARDED_BY(mutex_) = 0;  // lent to read
  std::size_t opened_ GUARDED_BY(mutex_) = 0;   // ever
};

}  // namespace aim::store::sqlite
