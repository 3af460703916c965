#include "store/postgres/core/database.h"

#include "store/postgres/schema/migrate.h"

namespace aim::store::postgres {
namespace {

constexpr std::chrono::seconds between_tries{1};
// Longer than any try takes.
constexpr std::chrono::seconds for_one_try{12};

}  // namespace

Result<void> Silence::ask(Clock::time_point began) {
  if (!silent_)
    return {};
  const Lock lock(mutex_);
  const auto now = Clock::now();
  // Somebody has found it out while this call waited for its turn.
  if (silent_ && (now < next_ || began < since_))
    return Failure(silent());
  next_ = now + for_one_try;
  return {};
}

void Silence::fell_silent() {
  const Lock lock(mutex_);
  silent_ = true;
  since_ = Clock::now();
  next_ = since_ + between_tries;
}

namespace {

constexpr std::int64_t write_lock =
    0x61696d'77726974;  // "aimwrit": any number, the same in every process
constexpr std::size_t max_idle = 32;
constexpr std::chrono::seconds least_answer_time{2};
constexpr int max_attempts = 3;  // of a transaction that gave way to another program's

// One lock for all writes to the database; held until the transaction ends. By what the schema says
// the writers of an older program notice that a newer one has migrated.
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

Result<void> run_alone(sql::WriteQueue::Job& job, Connection& connection) {
  job.result = Database::Job::run_on(connection, job);
  if (job.result)
    return connection.commit_and_tell();
  connection.roll_back();
  return {};
}

// What a job has sent is done, or not, when its savepoint is released. One that has heard of all it
// has sent need not wait for that.
Result<void> run_together(const sql::WriteQueue::Jobs& jobs, Connection& connection) {
  for (sql::WriteQueue::Job* job : jobs) {
    TRY_VOID(connection.run_later("SAVEPOINT job"));
    job->result = Database::Job::run_on(connection, *job);
    if (job->result)
      job->result = connection.has_unanswered() ? connection.run("RELEASE job")
                                                : connection.run_later("RELEASE job");
    if (job->result)
      continue;
    if (!connection.await_sent() && !connection.is_usable())
      return job->result;
    TRY_VOID(connection.roll_back_to("job"));
    TRY_VOID(connection.run("RELEASE job"));
  }
  return connection.commit_and_tell();
}

}  // namespace

Result<std::unique_ptr<Connection>> Database::connect(const Stop& stop) const {
  return Connection::open(address_, options_, wait_of(stop));
}

// A replica gets its tables from its primary.
Result<void> Database::make_ready(Connection& connection) {
  if (role_ == Role::primary)
    return migrate(connection);
  const std::int64_t layout = TRY(layout_of(connection));
  if (layout != newest_layout())
    return Failure(unusable("the replica has layout " + std::to_string(layout) + " of the database",
                            "name a replica of the database with read_db"));
  return {};
}

void Database::raise_position(std::int64_t to) {
  for (std::int64_t from = position_; from < to && !position_.compare_exchange_weak(from, to);) {
  }
}

Result<void> Database::look_at_position(Connection& connection) {
  if (options_.with_position)
    raise_position(TRY(connection.position()));
  return {};
}

Result<void> Database::ensure_open(const Stop& stop) {
  return open_within(wait_of(stop));
}

Result<void> Database::open_within(const Wait& wait) {
  if (open_)
    return {};
  const auto began = Silence::Clock::now();
  const Lock lock(open_mutex_);
  if (open_)
    return {};
  TRY_VOID(silence_.ask(began));
  auto opened = Connection::open(address_, options_, wait);
  if (!opened)
    return Failure(not_begun(opened.error()));
  silence_.heard();
  auto connection = std::move(*opened);
  connection->set_wait(wait);
  TRY_VOID(make_ready(*connection));
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

// Somebody may have dropped the tables, or put another database in the place of this one: the next
// call looks.
void Database::look_again_after(const Result<void>& done) {
  if (done || (!is_not_made(done.error()) && !is_gone(done.error())))
    return;
  open_ = false;
  const Lock lock(idle_mutex_);
  idle_.clear();
}

// Of a server that ended what was kept, all of it is stale: only a new connection says whether it
// is there again.
bool Database::may_be_back(const Connection& connection, const Error& error) {
  if (!is_gone(error) || connection.is_new())
    return false;
  const Lock lock(idle_mutex_);
  idle_.clear();
  return true;
}

// Who comes next looks first whether the server is there.
Error Database::not_begun(Error error) {
  if (is_silent(error))
    silence_.fell_silent();
  look_again_after(Failure(error));
  return error;
}

Result<std::unique_ptr<Connection>> Database::begin_read(const Wait& wait) {
  TRY_VOID(silence_.ask());
  for (;;) {
    auto borrowed = borrow(wait);
    if (!borrowed)
      return Failure(not_begun(borrowed.error()));
    auto connection = std::move(*borrowed);
    connection->begin_read();
    const auto begun =
        options_.with_position ? look_at_position(*connection) : connection->run("SELECT 1");
    if (begun) {
      silence_.heard();
      return connection;
    }
    if (!may_be_back(*connection, begun.error()))
      return Failure(not_begun(begun.error()));
  }
}

Result<void> Database::read(const Use& use, const Stop& stop) {
  const Wait wait = wait_of(stop);
  TRY_VOID(open_within(wait));
  return finish_read(TRY(begin_read(wait)), use, stop);
}

// Where the replica is, is asked before the snapshot is taken: what it has then is in it.
Result<bool> Database::read_if_at(std::int64_t position, std::uint64_t epoch, const Use& use,
                                  const Stop& stop) {
  const Wait wait = Wait::up_to(options_.answer_wait, &stop);
  if (!silence_.ask() || !open_within(wait) || (epoch != 0 && epoch != epoch_))
    return false;
  auto borrowed = borrow(wait);
  if (!borrowed) {
    not_begun(borrowed.error());
    return false;
  }
  auto connection = std::move(*borrowed);
  const auto at = connection->position();
  if (!at) {
    not_begun(at.error());
    return false;
  }
  silence_.heard();
  if (*at < position) {
    give_back(std::move(connection));
    return false;
  }
  connection->begin_read();
  TRY_VOID(finish_read(std::move(connection), use, stop));
  return true;
}

Result<void> Database::finish_read(std::unique_ptr<Connection> connection, const Use& use,
                                   const Stop& stop) {
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
  TRY_VOID(silence_.ask());
  for (int attempt = 1;; ++attempt) {
    auto borrowed = borrow(wait);
    if (!borrowed)
      return Failure(not_begun(borrowed.error()));
    auto connection = std::move(*borrowed);
    // The server ends the wait for the lock; its answer is to arrive even where there was no time
    // left to wait.
    Wait answer_wait = wait;
    answer_wait.until = std::max(wait.until, Wait::Clock::now() + least_answer_time);
    connection->set_wait(answer_wait);
    connection->begin_write();
    const auto begun = take_write_lock(*connection, wait, sync);
    if (begun) {
      silence_.heard();
      return connection;
    }
    connection->roll_back();
    const bool again = may_try_again(begun.error()) && attempt < max_attempts;
    if (!again && !may_be_back(*connection, begun.error()))
      return Failure(not_begun(begun.error()));
    give_back(std::move(connection));
  }
}

Result<void> Database::take_turn(const Wait& wait, bool sync, const sql::WriteQueue::Take& take) {
  auto connection = TRY(begin_write(wait, sync));
  // Whoever leads works for others, too: it is not stopped any more, only late.
  connection->set_wait_each(options_.busy_wait, nullptr);
  const auto jobs = take();
  const auto done =
      jobs.size() == 1 ? run_alone(*jobs.front(), *connection) : run_together(jobs, *connection);
  if (!done)
    connection->roll_back();
  raise_position(connection->committed_to());
  look_again_after(done);
  for (sql::WriteQueue::Job* job : jobs) {
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
  Job job(use, wait, true);
  return queue_.run(job);
}

Result<void> Database::write_soon(std::chrono::milliseconds timeout, const Use& use,
                                  const Stop& stop) {
  // What is done once a process is not hurried: else a server that is slow to connect to would
  // never be written to.
  TRY_VOID(open_within(wait_of(stop)));
  const Wait wait = Wait::up_to(timeout, &stop);
  Job job(use, wait, false);
  return queue_.run(job);
}

}  // namespace aim::store::postgres
