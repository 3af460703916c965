#include "op/background.h"

#include <chrono>

#include "base/log.h"
#include "engine/assist/autonomous.h"
#include "engine/assist/enrich.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/graphs.h"

namespace aim::op {
namespace {

using namespace std::chrono_literals;

constexpr auto first_rest = 300ms;  // whoever just connected has questions first
constexpr auto between_looks = 2s;
constexpr double share = 0.3;            // of one processor
constexpr std::int64_t at_once = 1'024;  // passages between two looks at whether to end

}  // namespace

Background::Background(Engine& engine, FeatureTier tier)
    : engine_(engine), tier_(tier), started_(engine.clock.now()) {}

Background::~Background() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ended_.notify_all();
  for (std::thread* each : {&thread_, &enrich_thread_})
    if (each->joinable())
      each->join();
}

void Background::start() {
  if (thread_.joinable())
    return;
  thread_ = std::thread([this] { backfill_loop(); });
  if (tier_ == FeatureTier::autonomous && engine_.llm)
    enrich_thread_ = std::thread([this] { enrich_loop(); });
}

bool Background::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

bool Background::rest(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !ended_.wait_for(lock, time, [&] { return ending_; });
}

void Background::enrich_loop() {
  Engine engine = stopped_by(engine_, [this] { return ending(); });
  engine::Autonomous autonomous(engine, started_);
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

void Background::backfill_loop() {
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
    if (done && done->indexed > 0)
      log::info("indexed " + std::to_string(done->indexed) +
                " memories by the rules of this version, " + std::to_string(done->to_index) +
                " are left");
    if (done && done->embedded > 0)
      log::info("made " + std::to_string(done->embedded) + " vectors, " +
                std::to_string(done->left) + " are missing");
    const bool more = done && (done->to_index > 0 || (done->left > 0 && done->embedded > 0));
    pause = more ? 0ms : std::chrono::milliseconds(between_looks);
  }
}

}  // namespace aim::op
