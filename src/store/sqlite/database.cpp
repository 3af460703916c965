#include "store/sqlite/database.h"

#include "base/file.h"
#include "store/sqlite/failure.h"
#include "store/sqlite/migrate.h"

namespace aim::store {
namespace {
constexpr std::size_t max_idle_connections = 8;
constexpr std::size_t max_jobs_a_commit = 256;
}  // namespace

Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path& file,
                                                 const ConnectionOptions& options,
                                                 const Clock& clock) {
  auto database = std::make_unique<Database>(file, options, clock);
  TRY_VOID(database->ensure_open());
  return database;
}

Result<void> Database::ensure_open() {
  if (open_)
    return {};
  const std::lock_guard lock(open_mutex_);
  if (open_)
    return {};
  if (file_.has_parent_path())
    TRY_VOID(make_private_folder(file_.parent_path()));
  TRY_VOID(make_private_file(file_));
  auto connection = TRY(connect());
  TRY_VOID(migrate(*connection, file_, clock_));
  give_back(std::move(connection));
  open_ = true;
  return {};
}

Result<std::unique_ptr<Connection>> Database::connect() {
  auto connection = TRY(Connection::open(file_, options_));
  connection->set_cancelled([this] { return cancelled_ && cancelled_(); });
  return connection;
}

Result<std::unique_ptr<Connection>> Database::borrow() {
  TRY_VOID(ensure_open());
  {
    const std::lock_guard lock(idle_mutex_);
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  return connect();
}

void Database::give_back(std::unique_ptr<Connection> connection) {
  // Ends the snapshot of a read; there is none after a commit, and no harm in asking.
  if (!connection->in_transaction() || connection->run("ROLLBACK")) {
    const std::lock_guard lock(idle_mutex_);
    if (idle_.size() < max_idle_connections)
      idle_.push_back(std::move(connection));
  }
}

namespace {

// A job that throws must not take the others, or the queue, with it.
Result<void> run_guarded(const std::function<Result<void>(Connection&)>& use,
                         Connection& connection) {
  try {
    return use(connection);
  } catch (const std::exception& thrown) {
    return Failure(database_error(std::string("exception in a write: ") + thrown.what()));
  }
}

}  // namespace

Result<void> Database::run_jobs(Connection& connection, const std::vector<Job*>& jobs) {
  if (auto begun = connection.run("BEGIN IMMEDIATE"); !begun)
    return connection.wait_was_cancelled() && is_busy(begun.error()) ? Failure(cancelled()) : begun;
  if (jobs.size() == 1) {
    jobs.front()->result = run_guarded(*jobs.front()->use, connection);
    return jobs.front()->result ? connection.run("COMMIT") : connection.run("ROLLBACK");
  }
  for (Job* job : jobs) {
    TRY_VOID(connection.run("SAVEPOINT job"));
    job->result = run_guarded(*job->use, connection);
    // A full disk ends the whole transaction by itself: then nobody's work is there any more.
    if (!connection.in_transaction())
      return job->result ? Failure(database_error("the transaction ended early")) : job->result;
    if (!job->result)
      TRY_VOID(connection.run("ROLLBACK TO job"));
    TRY_VOID(connection.run("RELEASE job"));
  }
  return connection.run("COMMIT");
}

void Database::commit_all(const std::vector<Job*>& jobs) {
  const auto fail_all = [&](const Error& error) {
    for (Job* job : jobs)
      if (job->result)
        job->result = Failure(error);
  };
  auto connection = borrow();
  if (!connection)
    return fail_all(connection.error());
  if (auto done = run_jobs(**connection, jobs); !done)
    fail_all(done.error());
  give_back(std::move(*connection));
}

Result<void> Database::commit(const Use& use) {
  Job job{&use, {}, false};
  std::unique_lock lock(queue_mutex_);
  queue_.push_back(&job);
  // One of the waiting threads commits for all; whoever comes meanwhile is in the next commit.
  while (!job.done) {
    if (committing_) {
      queue_changed_.wait(lock);
      continue;
    }
    committing_ = true;
    std::vector<Job*> jobs;
    while (!queue_.empty() && jobs.size() < max_jobs_a_commit) {
      jobs.push_back(queue_.front());
      queue_.pop_front();
    }
    lock.unlock();
    commit_all(jobs);
    lock.lock();
    for (Job* each : jobs)
      each->done = true;
    committing_ = false;
    queue_changed_.notify_all();
  }
  return job.result;
}

Result<void> Database::write_soon(std::chrono::milliseconds patience, const Use& use) {
  auto connection = TRY(borrow());
  connection->set_busy_wait(patience);
  connection->set_full_sync(false);
  Job job{&use, {}, false};
  auto done = run_jobs(*connection, {&job});
  connection->set_busy_wait(options_.busy_wait);
  connection->set_full_sync(options_.full_sync);
  give_back(std::move(connection));
  return job.result ? done : job.result;
}

Result<void> Database::checkpoint() {
  auto connection = TRY(borrow());
  auto done = connection->script("PRAGMA wal_checkpoint(TRUNCATE)");
  give_back(std::move(connection));
  return done;
}

}  // namespace aim::store
