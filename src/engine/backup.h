// Copies of the whole database, made while it is used, and put back (P4).
// Knows: the store. Must not know: how a backend copies, doors.
// Threads: any; a restore is for a process that has not used the database yet.
#pragma once
#include <filesystem>

#include "engine/engine.h"
#include "store/maintenance.h"

namespace aim::engine {

// Errors: as store::Maintenance::back_up.
Result<store::Backup> back_up(Engine& engine, const store::BackupRequest& request);
// Errors: as store::Maintenance::restore.
Result<store::Restored> restore_backup(Engine& engine, const std::filesystem::path& from);

}  // namespace aim::engine
