// The database file: who may use it when. read() gives a snapshot, write() an immediate transaction.
//
// Several processes share one file:
//  1. WAL mode: readers see the last commit and never wait for a writer, nor a writer for readers.
//  2. Every write starts with BEGIN IMMEDIATE: one writer at a time over all processes; the others wait (S18), those
//     that have waited longest asking most often. A person never sees "database is locked" before 30 s.
//  3. Several writes waiting in one process share one commit, each in its own savepoint, so that one failing leaves
//     the others whole; write() returns only after the commit.
//  4. Whoever commits the thousandth page checkpoints; the last to close removes the WAL file.
//  5. A crash leaves a WAL file whose commits the next opener sees; what was not committed never was.
//  6. A file of a newer version of ours is refused; of an older one, or of the reference, is migrated by whoever comes
//     first, the others waiting (migrate.h).
//
// Threads: all functions from any thread. A function given to read() or write() must not call them again.
#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "store/sqlite/connection.h"

namespace aim::store {

class Database {
 public:
  // Does nothing yet: the first read() or write() opens the file, so that a server answers before (S1). `clock` must
  // outlive the database.
  Database(std::filesystem::path file, const ConnectionOptions& options, const Clock& clock)
      : file_(std::move(file)), options_(options), clock_(clock) {}
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Opens if that has not been done, creating (0600, missing folders 0700) and migrating as needed. Cost on an existing
  // file: about 0.5 ms. A failure is not kept: the next call tries again.
  // Errors: unavailable when locked throughout; database_error with a sentence otherwise.
  Result<void> ensure_open();

  static Result<std::unique_ptr<Database>> open(const std::filesystem::path& file,
                                                const ConnectionOptions& options,
                                                const Clock& clock);

  // Runs `use` on a snapshot of the database. `use`: Result<T>(Connection&).
  template <class F>
  auto read(F&& use) -> std::invoke_result_t<F, Connection&> {
    auto connection = TRY(borrow());
    TRY_VOID(connection->run("BEGIN"));
    auto result = use(*connection);
    give_back(std::move(connection));
    return result;
  }

  // Runs `use` in a transaction that is committed when it succeeds, rolled back when it fails.
  template <class F>
  auto write(F&& use) -> std::invoke_result_t<F, Connection&> {
    std::invoke_result_t<F, Connection&> result;
    TRY_VOID(commit([&](Connection& connection) -> Result<void> {
      result = use(connection);
      if (!result)
        return Failure(result.error());
      return {};
    }));
    return result;
  }

  // For what is not worth a wait and not acknowledged (touches, S3): waits `patience` at most for other processes and
  // does not sync. Errors: unavailable when locked (is_busy).
  Result<void> write_soon(std::chrono::milliseconds patience,
                          const std::function<Result<void>(Connection&)>& use);

  // Moves the WAL into the database file, as far as readers allow.
  Result<void> checkpoint();

  const std::filesystem::path& file() const { return file_; }
  // Asked by waiting writers of every thread; true ends their wait.
  void set_cancelled(std::function<bool()> cancelled) { cancelled_ = std::move(cancelled); }

 private:
  using Use = std::function<Result<void>(Connection&)>;
  struct Job {
    const Use* use;
    Result<void> result;
    bool done = false;
  };

  Result<std::unique_ptr<Connection>> borrow();
  Result<std::unique_ptr<Connection>> connect();
  void give_back(std::unique_ptr<Connection> connection);
  Result<void> commit(const Use& use);
  void commit_all(const std::vector<Job*>& jobs);
  static Result<void> run_jobs(Connection& connection, const std::vector<Job*>& jobs);

  std::filesystem::path file_;
  ConnectionOptions options_;
  const Clock& clock_;
  std::function<bool()> cancelled_;

  std::mutex open_mutex_;
  std::atomic<bool> open_ = false;

  std::mutex idle_mutex_;
  std::vector<std::unique_ptr<Connection>> idle_;

  std::mutex queue_mutex_;
  std::condition_variable queue_changed_;
  std::deque<Job*> queue_;
  bool committing_ = false;
};

}  // namespace aim::store
