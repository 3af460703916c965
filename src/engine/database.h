// The database as a whole: whose turn maintenance is (A8), checks for health (D4), backups (P4).
// Knows: the store. Must not know: how a backend copies or checks, doors.
// Threads: any; a restore is for a process that has not used the database yet.
#pragma once
#include <chrono>
#include <filesystem>

#include "engine/engine.h"
#include "memory/transcript.h"
#include "store/maintenance.h"
#include "store/records.h"

namespace aim::engine {

// True, and the turn is ours, when nobody has claimed it within `interval`. Costs a read when it is
// not due.
// Errors: unavailable when others keep the database locked.
Result<bool> claim_maintenance(Engine& engine, std::chrono::seconds interval);

// Releases claimed work that was not finished: the next process that asks gets it at once.
Result<void> return_maintenance(Engine& engine);

// A quick look: is the database readable, does the text index answer? Errors: what is wrong.
Result<void> probe(Engine& engine);

// Reads the whole file (minutes on a gigabyte), on a connection of its own, until `stop` says so.
// Errors: unavailable when stopped.
Result<std::vector<store::Finding>> examine(Engine& engine, const std::function<bool()>& stop);

// Errors: as store::Maintenance::back_up.
Result<store::Backup> back_up(Engine& engine, const store::BackupRequest& request);
// Errors: as store::Maintenance::restore.
Result<store::Restored> restore_backup(Engine& engine, const std::filesystem::path& from);

// Whether its file is encrypted.
bool is_encrypted(Engine& engine);

// Numbers about the database (wire.md 1.3).
struct Stats {
  store::Counts counts;
  store::NamedCounts by_name_space;
  TranscriptTotals transcripts;
  store::EventCounts events;
  std::int64_t dropped_touches = 0, dropped_events = 0;
};
Result<Stats> stats(Engine& engine);

// Namespaces that hold memories.
Result<store::NamedCounts> name_spaces(Engine& engine);

store::Sizes database_sizes(Engine& engine);

}  // namespace aim::engine
