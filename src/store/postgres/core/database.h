// The database on the server: who may use it when. read() gives a snapshot, write() a transaction.
//
// Many processes share one database:
//  1. Every write holds one lock of the database (an advisory lock, until its transaction ends):
//     writes come one after the other, as in the SQLite backend. So no number of the change
//     sequence appears after a higher one, and what a write has looked at stays so until it has
//     written.
//  2. Writes that wait in one process share one transaction and its commit; each is undone alone (a
//     savepoint).
//  3. Readers see the last commit and wait for nobody.
//  4. Connections are kept for the next call, as many as have been used at a time. One that the
//     server has ended meanwhile is noticed by the first statement, and the call is begun again on
//     a new one, as long as it has seen no answer.
//  5. Each commit is told to whoever listens (Listener).
//  6. Tables are made and migrated by whoever comes first, the others waiting (schema/migrate.h).
//
// Waits: every wait ends when `stop` says so, or after the time of the options; nothing waits for a
// server that is silent: one call at a time finds out whether it speaks again (Silence).
// Threads: all functions from any thread. A function given to read() or write() must not call them
// again.
#pragma once
#include <atomic>
#include <chrono>

#include "base/mutex.h"
#include "base/result.h"
#include "store/maintenance.h"
#include "store/postgres/core/connection.h"
#include "store/postgres/core/failure.h"
#include "store/sql/write_queue.h"

namespace aim::store::postgres {

// What a process knows of a server that takes connections and says nothing: every call would
// wait for it in vain. One call at a time finds out whether it speaks again; the others are
// refused at once.

class Silence {
 public:
  using Clock = std::chrono::steady_clock;

  // May this call, which began at that time, ask the server? Errors: unavailable, as it fell
  // silent.
  Result<void> ask(Clock::time_point began = Clock::now());
  void heard() {
    if (silent_)
      silent_ = false;
  }
  void fell_silent();

 private:
  std::atomic<bool> silent_ = false;
  Mutex mutex_;
  Clock::time_point since_ GUARDED_BY(mutex_){}, next_ GUARDED_BY(mutex_){};
};

class Database {
 public:
  using Job = sql::WriteJob<Connection>;
  using Use = Job::Use;

  enum class Role { primary, replica };
  Database(std::string address, const ConnectionOptions& options, Role role = Role::primary)
      : address_(std::move(address)), options_(options), role_(role) {}
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Connects if that has not been done, making or migrating the tables as needed.
  Result<void> ensure_open(const Stop& stop = {});
  Result<void> read(const Use& use, const Stop& stop = {});
  // Of a replica (M4): serves a read when it has everything up to that position of the other's log,
  // and is of the database with that epoch (0: unknown). False: it is not, or is away; then `use`
  // has not been called.
  Result<bool> read_if_at(std::int64_t position, std::uint64_t epoch, const Use& use,
                          const Stop& stop);
  // How far the log was when this process last looked: what it has committed or read is before it.
  // Where options say so.
  std::int64_t position() const { return position_; }
  // Looks again, by a connection of the caller's own.
  Result<void> look_at_position(Connection& connection);
  // 0: it has not been opened.
  std::uint64_t epoch() const { return epoch_; }
  // Errors: also unavailable when the server went away while it committed; then nobody knows
  // whether it did.
  Result<void> write(const Use& use, const Stop& stop = {});
  // For what is not worth a wait and not acknowledged (touches).
  Result<void> write_soon(std::chrono::milliseconds timeout, const Use& use, const Stop& stop = {});

  // A connection of the caller's own: for roles, or for a look at a database that may not be made
  // yet.
  Result<std::unique_ptr<Connection>> connect(const Stop& stop = {}) const;

  const std::string& address() const { return address_; }
  const ConnectionOptions& options() const { return options_; }

 private:
  Wait wait_of(const Stop& stop) const { return Wait::up_to(options_.busy_wait, &stop); }
  Result<void> open_within(const Wait& wait);
  Result<std::unique_ptr<Connection>> borrow(const Wait& wait);
  void give_back(std::unique_ptr<Connection> connection);
  // A connection that has just answered: one that was kept, else a new one.
  Result<std::unique_ptr<Connection>> begin_read(const Wait& wait);
  Result<std::unique_ptr<Connection>> begin_write(const Wait& wait, bool sync);
  Result<void> take_turn(const Wait& wait, bool sync, const sql::WriteQueue::Take& take);
  void look_again_after(const Result<void>& done);
  bool may_be_back(const Connection& connection, const Error& error);
  Error not_begun(Error error);
  Result<void> make_ready(Connection& connection);
  Result<void> finish_read(std::unique_ptr<Connection> connection, const Use& use,
                           const Stop& stop);
  void raise_position(std::int64_t to);

  const std::string address_;
  const ConnectionOptions options_;
  const Role role_;
  std::atomic<std::int64_t> position_ = 0;
  sql::WriteQueue queue_{[this](const Wait& wait, bool sync, const sql::WriteQueue::Take& take) {
                           return take_turn(wait, sync, take);
                         },
                         busy};

  Mutex open_mutex_;
  std::atomic<bool> open_ = false;
  std::atomic<std::uint64_t> epoch_ = 0;
  Silence silence_;

  Mutex idle_mutex_;
  std::vector<std::unique_ptr<Connection>> idle_ GUARDED_BY(idle_mutex_);
};

// Hears of the commits of all processes on a database by a connection of its own (LISTEN); connects
// again when that breaks.
// Threads: one at a time.

class Listener final : public ChangeSignal {
 public:
  // `database` outlives it.
  explicit Listener(Database& database) : database_(database) {}
  bool wait(std::chrono::milliseconds timeout, const Stop& stop) override;

 private:
  bool connect(const Stop& stop);

  Database& database_;
  std::unique_ptr<Connection> connection_;
  Wait::Clock::time_point next_try_{};
};

}  // namespace aim::store::postgres
