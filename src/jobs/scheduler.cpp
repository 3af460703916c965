#include "jobs/scheduler.h"

#include <algorithm>

namespace aim::jobs {

Task* Scheduler::first() const {
  const auto least = std::min_element(
      tasks_.begin(), tasks_.end(),
      [](const auto& one, const auto& other) { return one->due() < other->due(); });
  return least == tasks_.end() ? nullptr : least->get();
}

Moment Scheduler::next() const {
  const Task* task = first();
  return task ? task->due() : Moment::max();
}

bool Scheduler::run_one(Moment now, const Stop& stop) {
  Task* task = first();
  if (!task || task->due() > now)
    return false;
  task->run(now, stop);
  return true;
}

void Scheduler::wake() const {
  for (const auto& task : tasks_) task->wake();
}

}  // namespace aim::jobs
