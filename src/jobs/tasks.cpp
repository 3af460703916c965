#include "jobs/tasks.h"

#include "base/log.h"
#include "base/numbers.h"
#include "engine/audit/events.h"
#include "engine/language_model/autonomous.h"
#include "engine/language_model/enrich.h"
#include "engine/language_model/expansions.h"
#include "engine/vectors/backfill.h"
#include "jobs/maintenance.h"

namespace aim::jobs {
namespace {

using namespace std::chrono_literals;

constexpr auto first_rest = 300ms;  // questions of new clients come first
constexpr auto between_looks = 2s;
constexpr double share = 0.3;            // of one processor
constexpr std::int64_t at_once = 1'024;  // passages between two looks at whether others are due

}  // namespace

// ---- touches ----

Moment WriteTouches::due() const {
  if (touches_wait(engine_))
    return last_ + pause_;
  if (engine::head_waits(engine_))
    return last_ + std::min<std::chrono::milliseconds>(1s, times_.look.value_or(1s));
  return times_.look ? last_ + *times_.look : Moment::max();
}

void WriteTouches::run(Moment now, const Stop&) {
  last_ = now;
  // Items that cannot be written now stay queued.
  const bool written = !touches_wait(engine_) || write_touches(engine_, times_.timeout);
  pause_ = written ? times_.pause : std::min(pause_ * 2, times_.max_pause);
  engine::keep_head(engine_, engine::heads_a_second);
}

// ---- collecting ----

void CollectExpired::run(Moment now, const Stop& stop) {
  const bool done =
      tick(engine_, std::chrono::duration_cast<std::chrono::seconds>(interval_), stop);
  // Where another process has done it, this one looks again before a whole interval is over: that
  // one may be gone.
  next_ = now + (done ? interval_ : interval_ / 8);
}

// ---- vectors ----

MakeVectors::MakeVectors(Engine& engine, Moment now) : engine_(engine), next_(now + first_rest) {}

void MakeVectors::run(Moment now, const Stop& stop) {
  Engine engine = stopped_by(engine_, stop);
  engine::BackfillOptions options;
  options.most = at_once;
  options.share = share;
  options.repair = std::exchange(repair_, false);
  const auto done = engine::backfill(engine, options);
  if (!done && done.error().code != Code::unavailable)
    log::warn("making vectors failed: " + done.error().message);
  if (done && done->indexed > 0)
    log::info("indexed " + counted(done->indexed, "memory", "memories") +
              " by the rules of this version, " + std::to_string(done->to_index) + " are left");
  if (done && done->embedded > 0)
    log::info("made " + std::to_string(done->embedded) + " vectors, " + std::to_string(done->left) +
              " are missing");
  const bool more = done && (done->to_index > 0 || (done->left > 0 && done->embedded > 0));
  next_ = now + (more ? 0ms : std::chrono::milliseconds(between_looks));
}

// ---- enriching ----

namespace {

class Enrich : public Task {
 public:
  Enrich(Engine& engine, Time started, Moment now)
      : engine_(stopped_by(engine, [this] { return stop_ && *stop_ && (*stop_)(); })),
        autonomous_(engine_, started),
        next_(now + first_rest) {}
  Moment due() const override { return next_; }
  void run(Moment now, const Stop& stop) override {
    stop_ = &stop;
    next_ = now + (step() ? 0ms : std::chrono::milliseconds(between_looks));
    stop_ = nullptr;
  }

 private:
  // True: there is more to do.
  bool step() {
    while (const auto question =
               engine::can_ask(engine_) ? engine_.expansions->next_wish() : std::nullopt)
      if (auto terms = engine::expand_query(engine_, *question))
        engine_.expansions->keep(*question, std::move(*terms));
    const auto more = autonomous_.step();
    if (!more && more.error().code != Code::unavailable)
      log::warn("enriching memories failed: " + more.error().message);
    return more && *more;
  }

  const Stop* stop_ = nullptr;
  Engine engine_;
  engine::Autonomous autonomous_;
  Moment next_;
};

}  // namespace

std::unique_ptr<Task> make_enrich(Engine& engine, Time started, Moment now) {
  return std::make_unique<Enrich>(engine, started, now);
}

// A call reports all changes that follow each other closely.
void OnChange::run(Moment now, const Stop& stop) {
  constexpr std::chrono::milliseconds least_pause{20};
  if (!wait_(look_, stop) && now - called_ < longest_)
    return;
  called_ = now;
  call_();
  next_ = now + least_pause;
}

}  // namespace aim::jobs
