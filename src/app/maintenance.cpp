#include "app/maintenance.h"

#include "engine/engine.h"
#include "op/maintenance.h"

namespace aim::app {
namespace {

using namespace std::chrono_literals;

constexpr auto touch_pause = 100ms;  // while there are uses: many share one transaction
constexpr auto idle_pause = 500ms;   // and between looks for changes
constexpr auto touch_timeout = 1'000ms;
constexpr auto collect_pause = 1'000ms;  // between looks at whether it is time

}  // namespace

Maintenance::Maintenance(Engine& engine, std::chrono::seconds gc_interval, http::Live& live,
                         mcp::HttpEndpoint* mcp)
    : engine_(engine),
      gc_interval_(gc_interval),
      live_(live),
      mcp_(mcp),
      writer_([this] { write_and_tell(); }),
      collector_([this] { collect(); }) {}

Maintenance::~Maintenance() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  writer_.join();
  collector_.join();
}

bool Maintenance::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

bool Maintenance::rest(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [&] { return ending_; });
}

void Maintenance::write_and_tell() {
  auto next_look = std::chrono::steady_clock::now() + idle_pause;
  while (rest(op::touches_wait(engine_) ? touch_pause : idle_pause)) {
    // What cannot be written now stays queued.
    if (op::touches_wait(engine_))
      static_cast<void>(op::write_touches(engine_, touch_timeout));
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look)
      continue;
    live_.poll();
    if (mcp_)
      mcp_->tick();
    next_look = now + idle_pause;
  }
}

void Maintenance::collect() {
  auto next = std::chrono::steady_clock::now() + gc_interval_;
  while (rest(collect_pause)) {
    if (std::chrono::steady_clock::now() < next)
      continue;
    const bool done = op::tick(engine_, gc_interval_, [this] { return ending(); });
    // Where another process has done it, this one looks again before a whole interval is over: that one may be gone.
    next = std::chrono::steady_clock::now() + (done ? gc_interval_ : gc_interval_ / 8);
  }
}

}  // namespace aim::app
