// One connection to the database file: pragmas, our text functions, a bounded cache of prepared
// statements.
// Knows: SQLite. Must not know: what a memory is.
// Threads: one at a time; Database hands connections out.
#pragma once
#include <chrono>
#include <filesystem>
#include <typeindex>
#include <unordered_map>

#include "base/lock.h"
#include "base/result.h"
#include "store/sql/connection.h"
#include "store/sql/write_queue.h"
#include "store/sqlite/core/file_key.h"
#include "store/sqlite/core/place.h"
#include "store/sqlite/core/statement.h"

struct sqlite3;

namespace aim::store::sqlite {

using sql::stop_poll_interval;
using sql::Wait;

struct ConnectionOptions {
  bool full_sync =
      true;  // an acknowledged write survives a power cut; false: it survives a crash of ours only
  // Nothing is synced: the file ends with the call that made it.
  bool temporary = false;
  std::chrono::milliseconds busy_wait{30'000};  // how long a write waits for another process (S18)
  // Pages that each connection keeps. More was no faster: the system has them too, and long lists
  // of words are kept beside them (docs/decisions/0114).
  int cache_kib = 1'024;
  // A file that a stranger may have made: only one with our schema is opened (migrate.cpp), a
  // value of it is limited in size, and what one loan of a connection may take of time by what the
  // size of the file makes likely (guard.h).
  bool foreign = false;
  // Whether the log beside the file is looked at before it is read, as it may have been left behind
  // by another file (own_log.h).
  // Off: somebody of this process has done so, and uses the file since.
  bool check_log = true;
  // Whether a short log stays where it is when the last connection closes: the file is synced once
  // for many processes that come, write a little and go. The next to open it reads the log.
  bool leaves_log = false;
  // Asked for the key of an encrypted file. Null: such a file cannot be opened.
  FindKey find_key = {};
  // The key for a file that is still empty: it becomes encrypted.
  std::optional<FileKey> new_key = {};
  // Only this file is opened. Of another that was put in its place the log of the one before must
  // not even be read: the first look would take it for the new file's, and closing would write it
  // there.
  std::optional<FileId> expected = {};
};

class Connection final : public sql::Connection {
 public:
  // Opens an existing file (Database creates it). `wait` as for set_wait(). Errors: as failure()
  // words them.
  static Result<std::unique_ptr<Connection>> open(const std::filesystem::path& file,
                                                  const ConnectionOptions& options,
                                                  const std::optional<Wait>& wait = {});
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override;

  // A statement from the cache. The SQL is ours: a mistake in it is our mistake, reported all the
  // same.
  Result<Statement> prepare(std::string_view sql);

  const sql::Dialect& dialect() const override;
  Result<std::unique_ptr<sql::Statement>> statement(std::string_view sql) override;
  Result<void> walk(std::string_view sql,
                    const std::function<Result<bool>(const sql::Row&)>& take) override;

  // Several statements without parameters.
  Result<void> script(const std::string& sql);

  bool in_transaction() const;
  // Rows changed by the last statement.
  std::int64_t changes() const override;
  // Rows changed since the connection was opened, shadow tables included.
  std::int64_t total_changes() const;

  // Until told to forget it, statements wait for locks as `wait` says; else each up to the
  // busy_wait of the options. Waiters of long standing ask more often than newcomers, so that none
  // of many processes starves (S18).
  void set_wait(const Wait& wait);
  // What may take no longer than the size of the file makes likely: a few pages can be made to look
  // like a tree without end. For what others made, every use is (guard.h); of a file of ours, each
  // loan for reading, which may take some times that.
  void limit_steps();
  void forget_wait() { busy_.wait.reset(); }

  // Lets this transaction and the next one keep many more pages than usual: one that changes most
  // pages of an index would write them out and read them again and again, and the next batch of an
  // import changes the same ones.
  Result<void> widen_cache();
  // After each transaction, of this connection or another: the usual size, unless this one has just
  // asked for more.
  void narrow_cache();

  // Whether commits are synced to the disk; not within a transaction.
  Result<void> set_full_sync(bool full);
  // Excludes the writers of all processes by a lock on the folder. SQLite's own locks lie in the
  // index of the log (-shm): a process that opens the database after somebody removed the index
  // would write at the same time as one that still has it open. Waits like a statement. Nothing
  // where the file system has no such locks. Errors: unavailable (is_busy).
  Result<std::optional<FileLock>> lock_writers();
  // Whether it still writes to the files under their names (place.h).
  FileState look_at_files() {
    return only_readable_ ? place_.look_at_readable(handle_) : place_.look(handle_);
  }
  // As is_log_of_index (place.h).
  bool has_log_of_index() const { return only_readable_ || is_log_of_index(handle_); }
  // Whether the log may be moved into the file, while lock_writers() is held: what others have
  // written since this connection was lent may be in another log, or in an index of their own.
  bool may_move_log() { return look_at_files() == FileState::kept && has_log_of_index(); }
  // Rewrites the whole file; outside of a transaction.
  Result<void> vacuum();
  // Moves a log that has lost its name into the file; outside of a transaction. What another
  // process has moved already needs no more. Waits for writers and readers of the log. Errors:
  // unavailable when they last too long (is_busy).
  Result<void> save_log();
  const Place& place() const { return place_; }
  // An object that a part of the store keeps with the connection until it is closed; made when it
  // is first asked for.
  template <class Part>
  Part& part() {
    std::shared_ptr<void>& kept = parts_[std::type_index(typeid(Part))];
    if (!kept)
      kept = std::make_shared<Part>();
    return *static_cast<Part*>(kept.get());
  }
  // Whether such an object may hold what is read now: a transaction that has changed something may
  // be rolled back, and its change numbers given again.
  bool may_keep() const;
  // Whether triggers run.
  void use_triggers(bool use);
  // While rows are taken over that another program has made, in a file that is ours from then on.
  // Off: takes as long as it likes.
  void distrust(bool on);
  // Ends long statements with an error when `stop` says so; it is asked every few thousand steps of
  // a statement.
  void end_when(std::function<bool()> stop);

  const ConnectionOptions& options() const { return options_; }
  // Nothing: the file is not encrypted.
  const std::optional<FileKey>& key() const { return key_; }
  sqlite3* handle() const { return handle_; }

 private:
  explicit Connection(const ConnectionOptions& options) : options_(options) {}
  static int on_busy(void* self, int calls);
  static int on_progress(void* self);
  bool is_expected_file() const;
  Result<void> unlock();
  // Moves the noted log, which belongs to another file, out of the way. Only before the first
  // statement, or when the connection is closed next. False: the log is still there, or was empty.
  Result<bool> put_log_aside();
  Result<void> prepare_settings();

  struct Busy {
    std::optional<Wait> wait;
    Wait::Clock::time_point since;       // when SQLite first found the lock taken
    Wait::Clock::time_point told_since;  // of the wait that the log tells of
    int told = 0;                        // how often
    // `at_most`: the call's whole wait.
    void tell(Wait::Clock::time_point now, Wait::Clock::duration at_most) noexcept;
  };
  void forget_oldest();

  ConnectionOptions options_;
  sqlite3* handle_ = nullptr;
  std::optional<FileKey> key_;
  Busy busy_;
  bool full_sync_ = true;
  int wide_for_ = 0;  // transactions
  bool only_readable_ = false;
  std::function<bool()> end_;
  std::int64_t steps_left_ = INT64_MAX;
  bool steps_by_size_ = true;  // nothing is left to be added for the size
  Place place_;
  struct HashSql {
    using is_transparent = void;
    std::size_t operator()(std::string_view sql) const {
      return std::hash<std::string_view>()(sql);
    }
  };
  // Several of one text when one is needed while another is borrowed. Its nodes stay where they
  // are.
  std::unordered_multimap<std::string, CachedStatement, HashSql, std::equal_to<>> statements_;
  std::uint64_t borrowings_ = 0;
  std::unordered_map<std::type_index, std::shared_ptr<void>> parts_;
};

}  // namespace aim::store::sqlite
