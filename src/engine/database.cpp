#include "engine/database.h"

#include "engine/audit/nag.h"
#include "engine/usage/touch_queue.h"
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

Result<std::vector<store::Finding>> examine(Engine& engine, const std::function<bool()>& stop) {
  return engine.database.maintenance().examine(stop);
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

Result<Stats> stats(Engine& engine) {
  Stats stats = TRY(engine.database.read([&](store::Reader& reader) -> Result<Stats> {
    Stats all;
    all.counts = TRY(reader.records.counts(engine.clock.now()));
    all.by_name_space = TRY(reader.records.count_name_spaces());
    all.transcripts = TRY(reader.transcripts.totals());
    all.events = TRY(reader.records.count_events());
    return all;
  }));
  stats.dropped_touches = dropped_touches(engine);
  stats.dropped_events = dropped_lags(engine);
  return stats;
}

Result<store::NamedCounts> name_spaces(Engine& engine) {
  return engine.database.read(
      [](store::Reader& reader) { return reader.records.count_name_spaces(); });
}

store::Sizes database_sizes(Engine& engine) {
  return engine.database.maintenance().sizes();
}

}  // namespace aim::engine
