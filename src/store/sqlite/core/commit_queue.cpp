#include "store/sqlite/core/commit_queue.h"

#include <algorithm>

#include "base/caught.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/core/file_mark.h"
#include "store/sqlite/search/waiting_texts.h"

namespace aim::store::sqlite {
namespace {

constexpr std::size_t max_jobs_a_commit = 256;

// A job that throws must not take the others, or the queue, with it.
Result<void> run_guarded(const CommitQueue::Use& use, Connection& connection) {
  try {
    return use(connection);
  } catch (const std::exception& thrown) {
    return Failure(caught(thrown));
  }
}

// Everybody's work is there; what it left waiting may have become enough. What has changed nothing begins no log.
Result<void> commit_all(Connection& connection, std::int64_t changes_before) {
  TRY_VOID(index_if_many_wait(connection));
  if (connection.total_changes() != changes_before)
    TRY_VOID(mark_new_log(connection));
  return connection.run("COMMIT");
}

}  // namespace

Result<void> CommitQueue::run(const Use& use, const Wait& wait, bool sync) {
  Job job{use, wait, sync};
  const Lock lock(mutex_);
  queue_.push_back(&job);
  while (job.state != Job::State::done) {
    if (job.state == Job::State::taken)
      job.changed.wait(mutex_);
    else if (!led_ && queue_.front() == &job)
      lead(job);
    else
      wait_in_line(job);
  }
  return std::move(job.result);
}

// Until something happens, or it is time to ask again whether to go on.
void CommitQueue::wait_in_line(Job& job) {
  const auto now = Wait::Clock::now();
  if (now >= job.wait.until)
    return leave(job, busy());
  if (job.wait.stoppable()) {
    bool stopped = false;
    {
      const Unlocked meanwhile(mutex_);
      stopped = job.wait.stopped();
    }
    // Meanwhile it may have been taken, or have become the first.
    if (job.state != Job::State::waiting)
      return;
    if (stopped)
      return leave(job, cancelled());
    if (!led_ && queue_.front() == &job)
      return;
    job.changed.wait_until(mutex_, std::min(job.wait.until, now + stop_poll_interval));
  } else {
    job.changed.wait_until(mutex_, job.wait.until);
  }
}

void CommitQueue::leave(Job& job, const Error& why) {
  queue_.erase(std::find(queue_.begin(), queue_.end(), &job));
  job.result = Failure(why);
  job.state = Job::State::done;
  if (!led_ && !queue_.empty())
    queue_.front()->changed.notify_one();
}

bool CommitQueue::synced_wait() const {
  return std::any_of(queue_.begin(), queue_.end(), [](const Job* job) { return job->sync; });
}

// Without sync: only those before the first that wants it, for a transaction cannot change its mind.
CommitQueue::Jobs CommitQueue::take(bool synced) {
  Jobs jobs;
  while (!queue_.empty() && jobs.size() < max_jobs_a_commit && (synced || !queue_.front()->sync)) {
    jobs.push_back(queue_.front());
    jobs.back()->state = Job::State::taken;
    queue_.pop_front();
  }
  return jobs;
}

void CommitQueue::lead(Job& first) {
  led_ = true;
  const bool synced = synced_wait();
  Jobs jobs;
  Result<void> done;
  {
    const Unlocked meanwhile(mutex_);
    done = take_turn(jobs, first.wait, synced);
  }
  led_ = false;
  for (Job* job : jobs) {
    job->state = Job::State::done;
    // With the mutex held: its caller ends the job, and with it what is notified here.
    job->changed.notify_one();
  }
  if (!done)
    leave(first, as_cancelled(done.error(), first.wait));
  else if (!queue_.empty())
    queue_.front()->changed.notify_one();
}

Result<void> CommitQueue::begin(Connection& connection, bool synced) {
  TRY_VOID(connection.set_full_sync(synced));
  return connection.run("BEGIN IMMEDIATE");
}

// The connection is given back before anybody else goes on: the next leader is to get it.
Result<void> CommitQueue::take_turn(Jobs& jobs, const Wait& wait, bool synced) {
  const auto connection = TRY(connections_.to_write(wait));
  TRY_VOID(begin(*connection, synced));
  {
    const Lock lock(mutex_);
    jobs = take(synced);
  }
  commit(*connection, jobs);
  return {};
}

void CommitQueue::commit(Connection& connection, const Jobs& jobs) {
  auto done = run_jobs(connection, jobs);
  // Before anybody is told that it is kept: is it in the file that others will read?
  if (done && !connection.is_in_place())
    done = Failure(file_is_gone(connections_.file(), true));
  if (!done)
    for (Job* job : jobs)
      if (job->result)
        job->result = Failure(done.error());
}

Result<void> CommitQueue::run_jobs(Connection& connection, const Jobs& jobs) {
  const auto changes_before = connection.total_changes();
  if (jobs.size() == 1) {
    jobs.front()->result = run_guarded(jobs.front()->use, connection);
    return jobs.front()->result ? commit_all(connection, changes_before)
                                : connection.run("ROLLBACK");
  }
  for (Job* job : jobs) {
    TRY_VOID(connection.run("SAVEPOINT job"));
    job->result = run_guarded(job->use, connection);
    // A full disk ends the whole transaction by itself: then nobody's work is there any more.
    if (!connection.in_transaction())
      return job->result ? Failure(database_error("the transaction ended early")) : job->result;
    if (!job->result)
      TRY_VOID(connection.run("ROLLBACK TO job"));
    TRY_VOID(connection.run("RELEASE job"));
  }
  return commit_all(connection, changes_before);
}

}  // namespace aim::store::sqlite
