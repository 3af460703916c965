// The writes of one process to a database file: those that wait share one commit
// (store/sql/write_queue.h), each in its own savepoint, so that one failing leaves the others
// whole.
// Threads: run() from any thread; not from within a job.
#pragma once
#include "base/result.h"
#include "store/sql/write_queue.h"
#include "store/sqlite/core/connections.h"
#include "store/sqlite/core/failure.h"

namespace aim::store::sqlite {

// Changes the row of the file's mark (file_mark.h); the last that a write transaction does before
// its commit.
Result<void> mark_commit(Connection& connection);

class CommitQueue {
 public:
  using Job = sql::WriteJob<Connection>;
  using Use = Job::Use;

  explicit CommitQueue(Connections& connections) : connections_(connections) {}
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;

  // Returns when `use` is committed, or has failed and left nothing.
  // Errors: those of `use`; unavailable when the deadline comes (is_busy) or the caller stops
  // before its job is taken.
  Result<void> run(const Use& use, const Wait& wait, bool sync);

 private:
  using Jobs = sql::WriteQueue::Jobs;

  Result<void> take_turn(const Wait& wait, bool sync, const sql::WriteQueue::Take& take);
  void commit(Connection& connection, const Jobs& jobs);

  Connections& connections_;
  sql::WriteQueue queue_{[this](const Wait& wait, bool sync, const sql::WriteQueue::Take& take) {
                           return take_turn(wait, sync, take);
                         },
                         busy};
};

}  // namespace aim::store::sqlite
