// Former states of memories (T1, T3): what a memory said before each change, which changes were
// made, and how one of those states comes back. The store writes them (store/sql/versions.h).
// Must not know: SQL, doors.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"
#include "store/links.h"

namespace aim::engine {

struct MemoryState {
  std::int64_t version = 0;  // 0: the present state
  Timestamp from;
  std::optional<Timestamp> until;  // unset: the present state
  std::string ended_by;            // update or delete
  Author by;                       // author of that change
  Memory memory;
};

// Links of a memory (a full id) that were made or removed, newest first, at most `limit`.
Result<std::vector<store::LinkChange>> link_changes(Engine& engine, std::string_view id,
                                                    std::int64_t limit);

// States of a memory, newest first, at most `limit`; of a deleted one the first has an end.
// `id`: full, or a prefix of one that is there or was deleted.
// Errors: not_found; validation_failed for a prefix that fits several.
Result<std::vector<MemoryState>> history(Engine& engine, std::string_view id, std::int64_t limit);

// Makes a former state the present one: a change like any other, which leaves a version and can be
// undone. A deleted memory comes back. Errors: as history(); not_found for the number of another
// memory; conflict when its title is taken.
Result<Memory> restore_version(Engine& engine, std::string_view id, std::int64_t version);

// Removes all versions of a memory, for what must not be kept.
// Databases that are synced lose them too.
Result<void> erase_versions(Engine& engine, const std::string& id);

// Removes versions and steps of undo beyond [history] keep_days and max_mb; only counts them in a
// dry run. How many versions are, or would be, gone.
Result<std::int64_t> prune_versions(Engine& engine, bool dry_run = false);

}  // namespace aim::engine
