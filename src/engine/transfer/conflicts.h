// Two devices of one owner have changed a memory without knowing of each other: the later change
// holds, the other is kept as a version and waits in the review (Y3).
// Knows: versions. Must not know: which devices, how changes travel. Runs inside a write.
#pragma once
#include "memory/memory.h"
#include "store/store.h"

namespace aim::engine {

// Whether the two states of a memory differ, and neither is among the former states of the other.
Result<bool> is_conflict(store::Reader& from, store::Reader& to, const Memory& here,
                         const Memory& there);
// After one of the two was taken.
Result<void> keep_conflict(store::Writer& writer, const Memory& here, const Memory& there);

}  // namespace aim::engine
