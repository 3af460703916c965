#include "store/sql/write_queue.h"

namespace aim::store::sql {
namespace {

constexpr std::size_t max_jobs_a_commit = 256;

}  // namespace

Result<void> WriteQueue::run(Job& job) {
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
void WriteQueue::wait_in_line(Job& job) {
  if (job.wait.over())
    return leave(job, busy_());
  if (!job.wait.stoppable()) {
    job.changed.wait_until(mutex_, job.wait.until);
    return;
  }
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
  job.changed.wait_until(mutex_, std::min(job.wait.until, Wait::Clock::now() + stop_poll_interval));
}

void WriteQueue::leave(Job& job, Error why) {
  queue_.erase(std::find(queue_.begin(), queue_.end(), &job));
  job.result = Failure(std::move(why));
  job.state = Job::State::done;
  if (!led_ && !queue_.empty())
    queue_.front()->changed.notify_one();
}

// Without sync only those before the first that wants it: a transaction cannot change its mind.
WriteQueue::Jobs WriteQueue::take(bool sync) {
  const Lock lock(mutex_);
  Jobs jobs;
  jobs.reserve(std::min(queue_.size(), max_jobs_a_commit));  // nothing is taken if this throws
  while (!queue_.empty() && jobs.size() < max_jobs_a_commit && (sync || !queue_.front()->sync)) {
    jobs.push_back(queue_.front());
    jobs.back()->state = Job::State::taken;
    queue_.pop_front();
  }
  return jobs;
}

// A turn that throws leaves open whether its jobs were committed: they fail.
Result<void> WriteQueue::run_turn(const Wait& wait, bool sync, Jobs& jobs) {
  try {
    return turn_(wait, sync, [&] { return jobs = take(sync); });
  } catch (const std::exception& thrown) {
    return Failure(to_error(thrown));
  }
}

void WriteQueue::lead(Job& first) {
  led_ = true;
  const bool sync = std::ranges::any_of(queue_, [](const Job* job) { return job->sync; });
  Jobs jobs;
  Result<void> done;
  {
    const Unlocked meanwhile(mutex_);
    done = run_turn(first.wait, sync, jobs);
  }
  led_ = false;
  for (Job* job : jobs) {
    if (!done && job->result)
      job->result = Failure(done.error());
    job->state = Job::State::done;
    // With the mutex held: its caller ends the job, and with it what is notified here.
    job->changed.notify_one();
  }
  if (first.state != Job::State::done)
    leave(first, done ? busy_() : done.error());
  else if (!queue_.empty())
    queue_.front()->changed.notify_one();
}

}  // namespace aim::store::sql
