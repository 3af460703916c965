#include "engine/database.h"

#include "engine/audit/nag.h"
#include "engine/usage/touch_queue.h"
#include "store/records.h"
#include "store/transcripts.h"

namespace aim::engine {
namespace {

// Maintenance can wait: who finds the database busy asks again later.
constexpr std::chrono::milliseconds timeout{500};

Result<bool> is_due(store::Reader& reader, Time now, std::chrono::seconds interval) {
  const auto last = TRY(reader.records.fact(store::maintenance_at));
  if (!last)
    return true;
  const Time claimed{std::chrono::nanoseconds(*last)};
  // A claim of the future was made before somebody put the clock back.
  return claimed > now || now - claimed >= interval;
}

}  // namespace

Result<bool> claim_maintenance(Engine& engine, std::chrono::seconds interval) {
  const Time now = engine.clock.now();
  const auto due = [&](store::Reader& reader) { return is_due(reader, now, interval); };
  if (!TRY(engine.database.read(due)))
    return false;
  bool ours = false;
  TRY_VOID(engine.database.write_soon(timeout, [&](store::Writer& writer) -> Result<void> {
    // Another process may have been quicker.
    ours = TRY(due(writer));
    if (!ours)
      return {};
    return writer.records.set_fact(store::maintenance_at, now.time_since_epoch().count());
  }));
  return ours;
}

Result<void> return_maintenance(Engine& engine) {
  return engine.database.write_soon(timeout, [](store::Writer& writer) {
    return writer.records.clear_fact(store::maintenance_at);
  });
}

Result<void> probe(Engine& engine) {
  return engine.database.maintenance().probe(engine.database.stop());
}

Result<std::vector<Check>> examine(Engine& engine, const std::function<bool()>& stop) {
  auto findings = engine.database.maintenance().examine(stop);
  std::vector<Check> checks;
  for (store::Finding& finding : TRY(std::move(findings)))
    checks.push_back({std::move(finding.check), finding.good, std::move(finding.detail)});
  return checks;
}

Result<store::Backup> back_up(Engine& engine, const store::BackupRequest& request) {
  auto made = TRY(engine.database.maintenance().back_up(request, engine.database.stop()));
  const auto now = engine.clock.now().time_since_epoch().count();
  TRY_VOID(engine.database.write(
      [&](store::Writer& writer) { return writer.records.set_fact(store::backup_at, now); }));
  return made;
}

Result<store::Restored> restore_backup(Engine& engine, const std::filesystem::path& from) {
  return engine.database.maintenance().restore(from, engine.database.stop());
}

bool is_encrypted(Engine& engine) {
  return engine.database.maintenance().is_encrypted();
}

namespace {

std::vector<Count> counts_of(std::vector<std::pair<std::string, std::int64_t>> rows) {
  std::vector<Count> counts;
  for (auto& [name, count] : rows) counts.push_back({std::move(name), count});
  return counts;
}

}  // namespace

Result<Stats> stats(Engine& engine) {
  Stats stats = TRY(engine.database.read([&](store::Reader& reader) -> Result<Stats> {
    const store::Counts counts = TRY(reader.records.counts(engine.clock.now()));
    Stats all;
    all.total = counts.memories;
    all.reflections = counts.reflections;
    all.expiring_soon = counts.expiring_soon;
    all.links = counts.links;
    all.archived = counts.archived;
    all.size_bytes = counts.size_bytes;
    all.transcripts = TRY(reader.transcripts.totals());
    all.by_tier = counts_of(counts.by_tier);
    all.by_name_space = counts_of(TRY(reader.records.count_name_spaces()));
    const store::EventCounts events = TRY(reader.records.count_events());
    all.events = events.events;
    all.unsigned_events = events.not_signed;
    return all;
  }));
  stats.dropped_touches = dropped_touches(engine);
  stats.dropped_events = dropped_lags(engine);
  return stats;
}

Result<std::vector<Count>> name_spaces(Engine& engine) {
  return engine.database.read([&](store::Reader& reader) -> Result<std::vector<Count>> {
    return counts_of(TRY(reader.records.count_name_spaces()));
  });
}

DatabaseSizes database_sizes(Engine& engine) {
  const store::Sizes sizes = engine.database.maintenance().sizes();
  return {sizes.database_bytes, sizes.log_bytes};
}

}  // namespace aim::engine
