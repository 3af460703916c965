#include "store/sqlite/core/commit_queue.h"

#include "store/sqlite/log/file_mark.h"
#include "store/sqlite/search/waiting_texts.h"

namespace aim::store::sqlite {
namespace {

// Everybody's work is there; what it left waiting may have become enough. What has changed nothing
// is not marked.
Result<void> commit_all(Connection& connection, std::int64_t changes_before) {
  TRY_VOID(index_if_many_wait(connection));
  if (connection.total_changes() != changes_before)
    TRY_VOID(mark_commit(connection));
  return connection.run("COMMIT");
}

Result<void> run_jobs(Connection& connection, const sql::WriteQueue::Jobs& jobs) {
  const auto changes_before = connection.total_changes();
  if (jobs.size() == 1) {
    jobs.front()->result = CommitQueue::Job::run_on(connection, *jobs.front());
    return jobs.front()->result ? commit_all(connection, changes_before)
                                : connection.run("ROLLBACK");
  }
  for (sql::WriteQueue::Job* job : jobs) {
    TRY_VOID(connection.run("SAVEPOINT job"));
    job->result = CommitQueue::Job::run_on(connection, *job);
    // A full disk ends the whole transaction by itself: then nobody's work is there any more.
    if (!connection.in_transaction())
      return job->result ? Failure(database_error("the transaction ended early")) : job->result;
    if (!job->result)
      TRY_VOID(connection.run("ROLLBACK TO job"));
    TRY_VOID(connection.run("RELEASE job"));
  }
  return commit_all(connection, changes_before);
}

}  // namespace

Result<void> mark_commit(Connection& connection) {
  std::optional<FileMark> last;
  {
    auto statement = TRY(connection.prepare("SELECT mark FROM file_mark WHERE number = 1"));
    if (TRY(statement.step()))
      last = mark_of_text(statement.text(0));
  }
  return connection.run(
      "INSERT INTO file_mark(number, mark) VALUES (1, ?1) "
      "ON CONFLICT(number) DO UPDATE SET mark = excluded.mark",
      text_of(next_mark(std::move(last))));
}

Result<void> CommitQueue::run(const Use& use, const Wait& wait, bool sync) {
  Job job(use, wait, sync);
  return queue_.run(job);
}

// The connection is given back before anybody else goes on: the next leader is to get it.
Result<void> CommitQueue::take_turn(const Wait& wait, bool sync,
                                    const sql::WriteQueue::Take& take) {
  std::optional<FileLock> lock;
  const auto begun = [&]() -> Result<Connections::Loan> {
    auto connection = TRY(connections_.to_write(wait));
    lock = TRY(connection->lock_writers());
    TRY_VOID(connection->set_full_sync(sync));
    TRY_VOID(connection->run("BEGIN IMMEDIATE"));
    // Whoever saves a log that has lost its name waits for the lock that is held now; what is
    // written from here on must not go into a log that was saved before.
    if (connection->look_at_files() != FileState::kept)
      return Failure(file_is_gone(connections_.file()));
    // A copy of the log stands in its place: the process that has the log itself will save it.
    if (!connection->has_log_of_index()) {
      connections_.lose(connection->epoch(), FileState::index_gone);
      return Failure(file_is_gone(connections_.file()));
    }
    return connection;
  }();
  if (!begun)
    return Failure(as_cancelled(begun.error(), wait));
  commit(**begun, take());
  return {};
}

void CommitQueue::commit(Connection& connection, const Jobs& jobs) {
  auto done = run_jobs(connection, jobs);
  connection.narrow_cache();
  // Before anybody is told that it is kept.
  if (done)
    done = connections_.confirm_commit(connection);
  if (!done)
    for (sql::WriteQueue::Job* job : jobs)
      if (job->result)
        job->result = Failure(done.error());
}

}  // namespace aim::store::sqlite
