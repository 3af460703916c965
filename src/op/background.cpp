#include "op/background.h"

#include <chrono>

#include "base/log.h"
#include "engine/backfill.h"
#include "engine/graphs.h"

namespace aim::op {
namespace {

using namespace std::chrono_literals;

constexpr auto first_rest = 300ms;  // whoever just connected has questions first
constexpr auto between_looks = 2s;
constexpr double share = 0.3;            // of one processor
constexpr std::int64_t at_once = 1'024;  // passages between two looks at whether to end

}  // namespace

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void Background::start() {
  if (!thread_.joinable())
    thread_ = std::thread([this] { work(); });
}

bool Background::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

void Background::work() {
  Engine engine = stopped_by(engine_, [this] { return ending(); });
  engine::BackfillOptions options;
  options.most = at_once;
  options.share = share;
  std::chrono::milliseconds rest = first_rest;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (ended_.wait_for(lock, rest, [&] { return ending_; }))
        return;
    }
    const auto done = engine::backfill(engine, options);
    options.repair = false;  // once a process
    if (done && done->left == 0)
      if (const auto tended = engine::tend_graphs(engine, share, [this] { return ending(); });
          !tended)
        log::warn("a graph of vectors could not be kept: " + tended.error().message);
    if (!done && done.error().code != Code::unavailable)
      log::warn("making vectors failed: " + done.error().message);
    if (done && done->embedded > 0)
      log::info("made " + std::to_string(done->embedded) + " vectors, " +
                std::to_string(done->left) + " are missing");
    rest = done && done->left > 0 && done->embedded > 0 ? 0ms
                                                        : std::chrono::milliseconds(between_looks);
  }
}

}  // namespace aim::op
