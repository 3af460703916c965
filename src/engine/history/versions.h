// Former states of memories (T1, T3): what a memory said before each change, which changes were
// made, and how one of those states comes back. The store writes them (store/sql/versions.h).
// Must not know: SQL, doors.
#pragma once
#include "engine/engine.h"
#include "memory/memory.h"
#include "store/links.h"
#include "store/memories.h"
#include "store/store.h"

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

// Two histories of one memory become one: after an import, and by a sync.

// By time; what was before a cut is not among them. In either order the same, and doing it again
// changes nothing.
std::vector<store::Version> merged_versions(std::vector<store::Version> here,
                                            std::vector<store::Version> there);

// Adds those of one memory that are not there. Whether any came.
Result<bool> take_versions(store::Writer& writer, const std::string& id,
                           std::vector<store::Version> there);

// Two devices of one owner have changed a memory without knowing of each other: the later change
// holds, the other is kept as a version and waits in the review (Y3).

// Whether the two states of a memory differ, and neither is among the former states of the other.
Result<bool> is_conflict(store::Reader& from, store::Reader& to, const Memory& here,
                         const Memory& there);
// After one of the two was taken.
Result<void> keep_conflict(store::Writer& writer, const Memory& here, const Memory& there);

}  // namespace aim::engine
