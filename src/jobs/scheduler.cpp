#include "jobs/scheduler.h"

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

std::chrono::milliseconds run_idle(Scheduler& tasks, const Stop& stop) {
  using namespace std::chrono_literals;
  constexpr std::chrono::milliseconds longest_wait = 1h;
  Moment now = std::chrono::steady_clock::now();
  while (!stop() && tasks.run_one(now, stop)) now = std::chrono::steady_clock::now();
  const Moment next = tasks.next();
  if (next >= now + longest_wait)
    return longest_wait;
  return std::max(std::chrono::milliseconds(1),
                  std::chrono::duration_cast<std::chrono::milliseconds>(next - now));
}

}  // namespace aim::jobs
