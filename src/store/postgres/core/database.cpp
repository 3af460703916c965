#include "store/postgres/core/database.h"

#include <algorithm>
#include <utility>

#include "base/caught.h"
#include "store/postgres/core/failure.h"
#include "store/postgres/schema/migrate.h"

namespace aim::store::postgres {
namespace {

constexpr std::int64_t write_lock =
    0x61696d'77726974;  // "aimwrit": any number, the same in every process
constexpr std::size_t max_idle = 32;
constexpr std::chrono::seconds least_answer_time{2};
constexpr int max_attempts = 3;  // of a transaction that gave way to another program's

// What is done for others must not end them, or the queue.
Result<void> run_guarded(const Database::Use& use, Connection& connection) {
  try {
    return use(connection);
  } catch (const std::exception& thrown) {
    return Failure(caught(thrown));
  }
}

// One lock for all writes to the database; held until the transaction ends. By what the schema says the writers of an older
// program notice that a newer one has migrated.
Result<void> take_write_lock(Connection& connection, const Wait& wait, bool sync) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(wait.until - Wait::Clock::now());
  auto lock = TRY(connection.prepare(
      "SELECT set_config('lock_timeout', $1, true), set_config('synchronous_commit', $2, true), "
      "pg_advisory_xact_lock($3), (SELECT version FROM schema_version)"));
  const std::string timeout = std::to_string(std::max<std::int64_t>(left.count(), 1));
  lock.bind(timeout, sync && connection.options().full_sync ? "on" : "off", write_lock);
  TRY(lock.step());
  return check_version(lock.integer(3));
}

Result<void> run_alone(WriteQueue::Job& job, Connection& connection) {
  job.result = run_guarded(job.use, connection);
  if (job.result)
    return connection.commit_and_tell();
  connection.roll_back();
  return {};
}

Result<void> run_together(const WriteQueue::Jobs& jobs, Connection& connection) {
  for (WriteQueue::Job* job : jobs) {
    TRY_VOID(connection.run("SAVEPOINT job"));
    job->result = run_guarded(job->use, connection);
    if (!job->result)
      TRY_VOID(connection.run("ROLLBACK TO job"));
    TRY_VOID(connection.run("RELEASE job"));
  }
  return connection.commit_and_tell();
}

}  // namespace

Result<std::unique_ptr<Connection>> Database::connect(const Stop& stop) const {
  return Connection::open(address_, options_, wait_of(stop));
}

Result<void> Database::ensure_open(const Stop& stop) {
  return open_within(wait_of(stop));
}

Result<void> Database::open_within(const Wait& wait) {
  if (open_)
    return {};
  const Lock lock(open_mutex_);
  if (open_)
    return {};
  auto connection = TRY(Connection::open(address_, options_, wait));
  connection->set_wait(wait);
  TRY_VOID(migrate(*connection));
  epoch_ = TRY(epoch_of(*connection));
  connection->set_epoch(epoch_);
  give_back(std::move(connection));
  open_ = true;
  return {};
}

Result<std::unique_ptr<Connection>> Database::borrow(const Wait& wait) {
  {
    const Lock lock(idle_mutex_);
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      connection->set_wait(wait);
      return connection;
    }
  }
  // A new one takes its time: it is kept for the calls to come.
  Wait connect_wait = wait_of({});
  connect_wait.stop = wait.stop;
  auto connection = TRY(Connection::open(address_, options_, connect_wait));
  connection->set_epoch(epoch_);
  connection->set_wait(wait);
  return connection;
}

void Database::give_back(std::unique_ptr<Connection> connection) {
  if (!connection->is_usable())
    return;
  const Lock lock(idle_mutex_);
  connection->set_new(false);
  if (idle_.size() < max_idle)
    idle_.push_back(std::move(connection));
}

// Somebody may have dropped the tables, or put another database in the place of this one: the next call looks.
void Database::look_again_after(const Result<void>& done) {
  if (done || (!is_not_made(done.error()) && !is_gone(done.error())))
    return;
  open_ = false;
  const Lock lock(idle_mutex_);
  idle_.clear();
}

// Of a server that ended what was kept, all of it is stale: only a new connection says whether it is there again.
bool Database::may_be_back(const Connection& connection, const Error& error) {
  if (!is_gone(error) || connection.is_new())
    return false;
  const Lock lock(idle_mutex_);
  idle_.clear();
  return true;
}

Result<std::unique_ptr<Connection>> Database::begin_read(const Wait& wait) {
  for (;;) {
    auto connection = TRY(borrow(wait));
    connection->begin_read();
    const auto begun = connection->number("SELECT 1");
    if (begun)
      return connection;
    if (!may_be_back(*connection, begun.error()))
      return Failure(begun.error());
  }
}

Result<void> Database::read(const Use& use, const Stop& stop) {
  const Wait wait = wait_of(stop);
  TRY_VOID(open_within(wait));
  auto connection = TRY(begin_read(wait));
  connection->set_wait_each(options_.busy_wait, &stop);
  auto done = use(*connection);
  if (done)
    done = connection->commit();
  else
    connection->roll_back();
  look_again_after(done);
  give_back(std::move(connection));
  return done;
}

Result<std::unique_ptr<Connection>> Database::begin_write(const Wait& wait, bool sync) {
  for (int attempt = 1;; ++attempt) {
    auto connection = TRY(borrow(wait));
    // The server ends the wait for the lock; its answer is to arrive even where there was no time left to wait.
    Wait answer_wait = wait;
    answer_wait.until = std::max(wait.until, Wait::Clock::now() + least_answer_time);
    connection->set_wait(answer_wait);
    connection->begin_write();
    const auto begun = take_write_lock(*connection, wait, sync);
    if (begun)
      return connection;
    connection->roll_back();
    const bool again = may_try_again(begun.error()) && attempt < max_attempts;
    if (!again && !may_be_back(*connection, begun.error()))
      return Failure(begun.error());
    give_back(std::move(connection));
  }
}

Result<void> Database::take_turn(const Wait& wait, bool sync, const WriteQueue::Take& take) {
  auto connection = TRY(begin_write(wait, sync));
  // Whoever leads works for others, too: it is not stopped any more, only late.
  connection->set_wait_each(options_.busy_wait, nullptr);
  const auto jobs = take();
  const auto done =
      jobs.size() == 1 ? run_alone(*jobs.front(), *connection) : run_together(jobs, *connection);
  if (!done)
    connection->roll_back();
  look_again_after(done);
  for (WriteQueue::Job* job : jobs) {
    look_again_after(job->result);
    if (!done && job->result)
      job->result = Failure(done.error());
  }
  give_back(std::move(connection));
  return {};
}

Result<void> Database::write(const Use& use, const Stop& stop) {
  const Wait wait = wait_of(stop);
  TRY_VOID(open_within(wait));
  return queue_.run(use, wait, true);
}

Result<void> Database::write_soon(std::chrono::milliseconds timeout, const Use& use,
                                  const Stop& stop) {
  // What is done once a process is not hurried: else a server that is slow to connect to would never be written to.
  TRY_VOID(open_within(wait_of(stop)));
  return queue_.run(use, Wait::up_to(timeout, &stop), false);
}

}  // namespace aim::store::postgres
