#include "op/background.h"

#include <chrono>

#include "base/log.h"
#include "engine/autonomous.h"
#include "engine/backfill.h"
#include "engine/graphs.h"
#include "engine/enrich.h"

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
  for (std::thread* each : {&thread_, &thinker_})
    if (each->joinable())
      each->join();
}

void Background::start() {
  if (thread_.joinable())
    return;
  thread_ = std::thread([this] { work(); });
  if (tier_ == FeatureTier::autonomous && engine_.llm)
    thinker_ = std::thread([this] { think(); });
}

bool Background::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

bool Background::rest(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !ended_.wait_for(lock, time, [&] { return ending_; });
}

void Background::think() {
  Engine engine = stopped_by(engine_, [this] { return ending(); });
  engine::Autonomous autonomous(engine);
  for (std::chrono::milliseconds pause = first_rest; rest(pause);) {
    pause = between_looks;
    while (const auto question =
               engine.llm->ready() ? engine.expansions->next_wish() : std::nullopt)
      if (auto terms = engine::expand_query(engine, *question))
        engine.expansions->keep(*question, std::move(*terms));
    const auto more = autonomous.step();
    if (!more && more.error().code != Code::unavailable)
      log::warn("enriching memories failed: " + more.error().message);
    if (more && *more)
      pause = 0ms;
  }
}

void Background::work() {
  Engine engine = stopped_by(engine_, [this] { return ending(); });
  engine::BackfillOptions options;
  options.most = at_once;
  options.share = share;
  for (std::chrono::milliseconds pause = first_rest; rest(pause);) {
    const auto done = engine::backfill(engine, options);
    options.repair = false;  // once a process
    // Not when nothing is left: a passage that can never be embedded must not keep the graph away.
    if (done && done->embedded == 0)
      if (const auto tended = engine::tend_graphs(engine, share, [this] { return ending(); });
          !tended)
        log::warn("a graph of vectors could not be kept: " + tended.error().message);
    if (!done && done.error().code != Code::unavailable)
      log::warn("making vectors failed: " + done.error().message);
    if (done && done->embedded > 0)
      log::info("made " + std::to_string(done->embedded) + " vectors, " +
                std::to_string(done->left) + " are missing");
    pause = done && done->left > 0 && done->embedded > 0 ? 0ms
                                                         : std::chrono::milliseconds(between_looks);
  }
}

}  // namespace aim::op
