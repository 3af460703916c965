#include "jobs/thread_runner.h"

#include <system_error>

#include "base/error.h"
#include "base/log.h"
#include "engine/engine.h"
#include "engine/upkeep.h"
#include "jobs/maintenance.h"
#include "jobs/tasks.h"

namespace aim::jobs {

namespace {

using std::chrono::steady_clock;

// Some libraries count the nanoseconds of a wait from another origin: time_point::max() would
// overflow.
constexpr std::chrono::hours longest_wait{1};
constexpr std::chrono::seconds after_failure{1};
constexpr std::chrono::milliseconds soon{100};

}  // namespace

ThreadRunner::~ThreadRunner() {
  {
    const Lock lock(mutex_);
    ending_ = true;
  }
  woken_.notify_all();
  scheduler_.wake();
  if (thread_.joinable())
    thread_.join();
}

void ThreadRunner::start() {
  if (thread_.joinable())
    return;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error& failure) {
    log::warn("nothing is done in the background: " + std::string(failure.what()));
  }
}

void ThreadRunner::look() {
  {
    const Lock lock(mutex_);
    if (to_look_ || waits_until_ <= steady_clock::now() + soon)
      return;
    to_look_ = true;
  }
  woken_.notify_all();
}

void ThreadRunner::work() {
  const Stop stop = [this] { return ending_.load(); };
  while (!stop()) {
    const Moment now = steady_clock::now();
    Moment until = now;
    try {
      if (scheduler_.run_one(now, stop))
        continue;
      until = std::clamp(scheduler_.next(), now, now + longest_wait);
    } catch (const std::exception& failure) {
      log::error("work in the background failed: " + to_error(failure).message);
      until = now + after_failure;  // it may be due still
    }
    Lock lock(mutex_);
    waits_until_ = until;
    woken_.wait_until(lock, until, [&]() REQUIRES(mutex_) { return to_look_ || stop(); });
    to_look_ = false;
  }
}

Background::Background(Engine& engine, FeatureTier tier)
    : engine_(engine),
      enriches_(tier == FeatureTier::autonomous && engine.llm),
      started_(engine.clock.now()) {}

void Background::start() {
  if (running_)
    return;
  running_ = true;
  const auto now = std::chrono::steady_clock::now();
  long_.add(std::make_unique<MakeVectors>(engine_, now));
  long_.add(std::make_unique<GiveBack>([this] { engine::release_memory(engine_); }, now));
  long_.start();
  if (enriches_) {
    language_.add(make_enrich(engine_, started_, now));
    language_.start();
  }
}

}  // namespace aim::jobs
