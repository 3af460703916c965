// Undoes what was deleted, changed, merged, settled, linked or moved to another namespace, as long
// as versions are kept (L1, L4, T3). Cost: a row a change, and its version.
#pragma once
#include "engine/engine.h"
#include "memory/link.h"
#include "memory/memory.h"

namespace aim::engine {

// Inside the write that is about to do it.
Result<void> keep_deleted(store::Writer& writer, const Memory& memory, Time now);
Result<void> keep_updated(store::Writer& writer, const Memory& before, Time now);
// These memories went to the archive together; `now` is that of the whole call.
Result<void> keep_forgotten(store::Writer& writer, const std::vector<std::string>& ids, Time now);
Result<void> keep_merged(store::Writer& writer, const Memory& into,
                         const std::vector<Memory>& originals, Time now);
// Inside the write that does it, of the same time: two memories, the links between them that it
// removed (contradicts) and added (others), and how the first one was where that was changed too.
struct Parted {
  std::string id, other_id;
  std::vector<Link> links;
  std::optional<Memory> before;
};
Result<void> keep_settled(store::Writer& writer, const Parted& parted, Time now);

struct Undone {
  std::string action, id;
  std::int64_t count = 1;  // memories that came back
};
// The caller's last step, or the last of that memory (a full id, or the title of one that was
// deleted). A
// deleted memory comes back with its links whose other end is there, and so do all that one call of
// forget took; a merged one goes, and its
// originals come back from the archive; of a settled pair the links that settling changed are as
// they were. The steps of a memory can be undone one after the other. Errors: not_found; conflict
// when the memory, or one of those links, was changed since, or its title is taken.
Result<Undone> undo(Engine& engine, const std::string& id);

}  // namespace aim::engine
