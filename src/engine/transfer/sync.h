// Two databases become alike (E5, S12): of two states of a memory the one changed last holds, of
// two memories of one title the older id, links follow it, and what was deleted is not brought
// back. Vectors are copied, not made again. Only what differs is read in full: each database is
// walked once for what a sync compares, which takes a fraction of a second for 100,000 memories.
// Processes: each batch is a transaction of its own that leaves the database right; a sync that was
// killed is completed by the next. Both databases may be in use meanwhile.
#pragma once
#include "engine/engine.h"
#include "engine/transfer/sync_flow.h"

namespace aim::engine {

enum class SyncDirection { pull, push, merge };  // into this database, into the other, both

struct Synced {
  SyncFlow pull, push;
  bool plain_copy = false;  // memories of this encrypted database are in one that is not
};
struct SyncRequest {
  std::string other;  // its address; made when it is missing; its folder is not
  SyncDirection direction = SyncDirection::merge;
  bool dry_run = false;  // of a merge: what each direction would do by itself
};
// `tell` is told how many memories were looked at so far. Errors: not_found without the folder;
// validation_failed when both are one file; those of either database.
Result<Synced> sync(Engine& engine, const SyncRequest& request,
                    const std::function<void(std::int64_t done)>& notify);

}  // namespace aim::engine
