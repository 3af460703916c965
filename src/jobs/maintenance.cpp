#include "jobs/maintenance.h"

#include <ctime>

#include "base/log.h"
#include "base/platform/system.h"
#include "engine/archive.h"
#include "engine/audit/events.h"
#include "engine/audit/nag.h"
#include "engine/database.h"
#include "engine/history/transcripts.h"
#include "engine/history/versions.h"
#include "engine/upkeep.h"
#include "engine/usage/access_log.h"
#include "engine/usage/touch_queue.h"
#include "engine/vectors/backfill.h"

namespace aim::jobs {

void prepare(Engine& engine, const std::function<bool()>& stop) {
  if (const auto opened = stopped_by(engine, stop).database.ensure_open(); !opened)
    log::error("opening the database: " + opened.error().detail);
}

bool touches_wait(const Engine& engine) {
  return !engine.touches.empty() || engine::lags_wait(engine);
}

Result<void> write_touches(Engine& engine, std::chrono::milliseconds timeout) {
  TRY_VOID(engine::apply_touches(engine, timeout));
  // Were they kept back by anything but time, each try would fail, and touches would wait behind
  // them.
  auto recorded = engine::record_lags(engine, timeout);
  if (!recorded && recorded.error().code != Code::unavailable)
    engine::drop_lags(engine);
  return recorded;
}

void finish_touches(Engine& engine, std::chrono::milliseconds timeout) {
  if (!engine::apply_touches(engine, timeout))
    engine::drop_touches(engine);
  if (!engine::record_lags(engine, timeout))
    engine::drop_lags(engine);
  engine::keep_head(engine);
}

namespace {

// False when something kept it from being done; what it is, the log says unless it is a matter of
// time.
template <class T>
bool done(const Result<T>& result, const std::string& what) {
  if (!result && result.error().code != Code::unavailable)
    log::warn(what + " failed: " + result.error().message);
  return result.has_value();
}

bool keep_up(Engine& engine, const std::function<bool()>& stop) {
  const auto collected = engine::collect_expired(engine, stop);
  if (!done(collected, "collecting expired memories"))
    return false;
  if (*collected > 0)
    log::info("collected " + std::to_string(*collected) + " expired memories");
  if (!done(engine::collect_transcripts(engine, stop), "collecting expired transcripts") ||
      !done(engine::pack_transcripts(engine, stop), "packing transcripts") ||
      !done(engine::prune_accesses(engine, stop), "pruning the access log"))
    return false;
  const auto versions = engine::prune_versions(engine);
  if (!done(versions, "pruning versions"))
    return false;
  if (*versions > 0)
    log::info("dropped " + std::to_string(*versions) +
              " former states of memories, by [history] keep_days and max_mb");
  return done(engine::tend_index(engine, stop), "tending the text index");
}

}  // namespace

bool tick(Engine& engine, std::chrono::seconds interval, const std::function<bool()>& stop) {
  Engine stoppable = stopped_by(engine, stop);
  const auto ours = engine::claim_maintenance(stoppable, interval);
  if (!done(ours, "upkeep") || !*ours)
    return false;
  const bool kept_up = keep_up(stoppable, stop);
  if (!stop || !stop())
    return kept_up;
  done(engine::return_maintenance(engine), "upkeep");
  return false;
}

void fill_vectors(Engine& engine) {
  constexpr std::int64_t enough_by_recall = 1'000;  // made in memory for each question
  constexpr auto limit = std::chrono::seconds(10);
  const auto missing = engine::count_without_table(engine);
  if (!missing || *missing <= enough_by_recall)
    return;
  const auto until = std::chrono::steady_clock::now() + limit;
  Engine limited = stopped_by(engine, [until] { return std::chrono::steady_clock::now() > until; });
  engine::BackfillOptions options;
  options.by_model = options.repair = false;
  if (const auto filled = engine::backfill(limited, options); !filled)
    log::info("memories wait for their vectors: " + filled.error().message);
}

namespace {

constexpr std::size_t worth_it = std::size_t{2} << 20;  // bytes
// A process that did more than look after itself since the last time is not idle.
constexpr std::chrono::milliseconds at_rest{10};

}  // namespace

GiveBack::Allocator GiveBack::of_this_process() {
  return {
      [] {
        timespec used{};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
      },
      free_bytes_of_allocator,
      trim_allocator,
  };
}

void GiveBack::run(Moment now, const Stop&) {
  next_ = now + interval;
  const bool idle = allocator_.used() - seen_ < at_rest;
  if (idle)
    release_();
  if (idle && allocator_.free_bytes() > worth_it)
    allocator_.trim();
  seen_ = allocator_.used();  // trimming is no use of others
}

}  // namespace aim::jobs
