// Vectors of passages, in blocks of 64 slots (B7, S6): a channel a model, and channel 0, which
// holds no vectors but a PassageMeta
// a slot: what ranking knows of a passage. A process that keeps the blocks in memory asks what has
// changed since. A vector carries the hash of the text it was made from: one whose hash is not that
// of its slot's Sign is out of date, however that came about, and is made anew. So nothing has to
// be cleared when a text changes.
// Knows: slots and bytes. Must not know: what the numbers mean, who makes vectors.
// Every function runs inside the caller's read() or write(); those that change something need
// write().
// Format: docs/formats/database.md, "Vectors".
#pragma once
#include "memory/memory.h"
#include "store/sql/search.h"
#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// ---- slots ----
Result<void> add_passages(Connection& connection, std::int64_t name_space, const Memory& memory);
// Of many memories, one after the other: what each of them has in its order, by key.
Result<void> add_passages(Connection& connection, std::span<const PassageMeta> metas);
Result<void> remove_passages(Connection& connection, Key key);
// Whether the PassageMetas of a memory are those of its passages. Reads one after the other: for
// checks.
Result<bool> is_signed(Connection& connection, const Memory& memory);
// Blocks of PassageMetas whose change is not noted, and changes of blocks that cannot be.
Result<std::int64_t> stray_changes(Connection& connection);
// Frees every slot. Vectors stay where they are: what is added again to the same slots need not be
// embedded again.
Result<void> clear_passages(Connection& connection);

}  // namespace aim::store::sqlite
