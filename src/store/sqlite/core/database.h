// The database file: who may use it when. read() gives a snapshot, write() an immediate
// transaction.
//
// Several processes share one file:
//  1. WAL mode: readers see the last commit and never wait for a writer, nor a writer for readers.
//  2. Every write starts with BEGIN IMMEDIATE: one writer at a time over all processes; the others
//     wait (S18), those that have waited longest asking most often. A person never sees "database
//     is locked" before 30 s.
//  3. Several writes waiting in one process share one commit (commit_queue.h); write() returns only
//     after the commit.
//  4. Whoever commits the thousandth page checkpoints; the last to close removes the WAL file.
//  5. A crash leaves a WAL file whose commits the next opener sees; what was not committed never
//     was.
//  6. A file that is removed or replaced while it is open is noticed before anything is
//     acknowledged; calls fail until there is a sound database under the name, which is then opened
//     (place.h).
//  7. A file of a newer version of ours is refused; of an older one, or of the reference, is
//     migrated by whoever comes first, the others waiting (migrate.h).
//
// Waits: a call that waits for the database asks its `stop` function, on its own thread; true ends
// the call as unavailable (cancelled). Without one it waits up to the busy_wait of the options.
// Threads: all functions from any thread. A function given to read() or write() must not call them
// again.
#pragma once
#include <atomic>
#include <filesystem>
#include <mutex>
#include <type_traits>

#include "base/clock.h"
#include "base/result.h"
#include "store/sqlite/core/commit_queue.h"
#include "store/sqlite/core/connections.h"
#include "store/sqlite/log/own_log.h"

namespace aim::store::sqlite {

class Database {
 public:
  // Does nothing yet: the first read() or write() opens the file, so that a server answers before
  // (S1). `clock` must outlive the database.
  Database(std::filesystem::path file, const ConnectionOptions& options, const Clock& clock)
      : connections_(std::move(file), options), clock_(clock) {}
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Opens if that has not been done, creating (0600, missing folders 0700) and migrating as needed.
  // Cost on an existing
  // file: about 0.5 ms. A failure is not kept: the next call tries again.
  // Errors: unavailable when locked throughout; database_error with a sentence otherwise.
  Result<void> ensure_open(const Stop& stop = {});

  // Whether the file can be used as it is, without a migration. Makes and changes nothing; the
  // connection is kept for what follows.
  bool is_newest();

  static Result<std::unique_ptr<Database>> open(const std::filesystem::path& file,
                                                const ConnectionOptions& options,
                                                const Clock& clock);

  // Runs `use` on a snapshot of the database. `use`: Result<T>(Connection&).
  template <class F>
  auto read(F&& use, const Stop& stop = {}) -> std::invoke_result_t<F, Connection&> {
    const auto connection = TRY(begin_read(stop));
    return use(*connection);
  }

  // Runs `use` in a transaction that is committed when it succeeds, rolled back when it fails.
  template <class F>
  auto write(F&& use, const Stop& stop = {}) -> std::invoke_result_t<F, Connection&> {
    std::invoke_result_t<F, Connection&> result;
    TRY_VOID(commit(
        [&](Connection& connection) -> Result<void> {
          result = use(connection);
          if (!result)
            return Failure(result.error());
          return {};
        },
        stop));
    return result;
  }

  // For what is not worth a wait and not acknowledged (touches, S3): waits `timeout` at most, for
  // other processes and for writes of this one, and does not sync. Errors: unavailable when it is
  // not its turn by then (is_busy).
  Result<void> write_soon(std::chrono::milliseconds timeout,
                          const std::function<Result<void>(Connection&)>& use,
                          const Stop& stop = {});

  // Moves the WAL into the database file as far as readers allow, and empties it if nobody uses it;
  // for a process that ends. Waits two seconds at most; does nothing to a database that was not
  // opened.
  Result<void> checkpoint();

  // Rewrites the whole file, without free pages and free bytes, and empties the WAL. Errors:
  // unavailable when others use them too long.
  Result<void> rewrite(const Stop& stop = {});

  const std::filesystem::path& file() const { return connections_.file(); }
  void narrow_caches() { connections_.narrow_caches(); }

 private:
  // The file was not there any more, and nothing was begun.
  bool is_gone(const Error& error) const;
  Result<Connections::Loan> begin_read(const Stop& stop);
  Result<void> commit(const CommitQueue::Use& use, const Stop& stop);
  Wait wait_of(const Stop& stop) const {
    return Wait::up_to(connections_.options().busy_wait, &stop);
  }
  Result<void> open_within(const Wait& wait);
  Result<void> open_to_write(const Wait& wait);
  Result<void> open_file(const Wait& wait);
  Result<void> find_again(const Wait& wait);
  Result<void> make_way_for_new_log(FileState lost_as, const Wait& wait);
  // A loss is noted for doctor, and for the next write.
  Result<void> tell_of_log(FileState lost_as, const Wait& wait);
  Result<void> quick_check(const Wait& wait);
  Result<void> open_and_migrate(const Wait& wait);

  Connections connections_;
  CommitQueue commits_{connections_};
  LogSync log_sync_{connections_.file()};
  const Clock& clock_;

  std::mutex open_mutex_;
  std::atomic<bool> open_ = false;
  std::atomic<bool> is_loss_to_tell_ = false;
};

}  // namespace aim::store::sqlite
