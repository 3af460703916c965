// Two databases become alike (E5, S12): of two states of a memory the one changed last holds, of
// two memories of one title the older id, links follow it, and what was deleted is not brought
// back. Vectors are copied, not made again. Only what differs is read in full: each database is
// walked once for what a sync compares, which takes a fraction of a second for 100,000 memories.
// Processes: each batch is a transaction of its own that leaves the database right; a sync that was
// killed is completed by the next. Both databases may be in use meanwhile.
#pragma once
#include "base/error.h"
#include "engine/engine.h"

namespace aim::engine {

// What was not taken in of another database, and why: counted by reason, with one example each.
struct Refusal {
  std::string what;     // "memories", "links", …
  std::string reason;   // "content may have at most 65536 bytes"
  std::string example;  // the id of the first
  std::int64_t count = 0;
};

class Refusals {
 public:
  void add(std::string_view what, const Error& why, std::string_view id, std::int64_t count = 1);
  const std::vector<Refusal>& list() const { return list_; }

 private:
  std::vector<Refusal> list_;
};

// Rows of the other database are a stranger's: the rules of input hold for each
// (memory/row_rules.h), and what does not keep to them stays where it is. Rows of this one are its
// owner's, and go as they are.
struct SyncFlow {
  std::int64_t added = 0, changed = 0, same = 0;  // memories
  std::int64_t links = 0;                         // links that came
  std::int64_t removed = 0;                       // memories that went
  std::int64_t turns = 0;                         // turns of transcripts that came
  Refusals refused;                               // what did not come
  std::int64_t cycles = 0;  // links of reflections that were dropped, as they closed a cycle
  bool purged = false;      // something was removed for good
};

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
