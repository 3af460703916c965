// The database as a whole: whose turn maintenance is (A8), checks for health (D4), backups (P4).
// Knows: the store. Must not know: how a backend copies or checks, doors.
// Threads: any; a restore is for a process that has not used the database yet.
#pragma once
#include <chrono>
#include <filesystem>

#include "engine/engine.h"
#include "store/maintenance.h"

namespace aim::engine {

// True, and the turn is ours, when nobody has claimed it within `interval`. Costs a read when it is
// not due.
// Errors: unavailable when others keep the database locked.
Result<bool> claim_maintenance(Engine& engine, std::chrono::seconds interval);

// Releases claimed work that was not finished: the next process that asks gets it at once.
Result<void> return_maintenance(Engine& engine);

// A quick look: is the database readable, does the text index answer? Errors: what is wrong.
Result<void> probe(Engine& engine);

struct Check {
  std::string check;
  bool good = false;
  std::string detail;
};
// Reads the whole file (minutes on a gigabyte), on a connection of its own, until `stop` says so.
// Errors: unavailable when stopped.
Result<std::vector<Check>> examine(Engine& engine, const std::function<bool()>& stop);

// Errors: as store::Maintenance::back_up.
Result<store::Backup> back_up(Engine& engine, const store::BackupRequest& request);
// Errors: as store::Maintenance::restore.
Result<store::Restored> restore_backup(Engine& engine, const std::filesystem::path& from);

// Whether its file is encrypted.
bool is_encrypted(Engine& engine);

}  // namespace aim::engine
