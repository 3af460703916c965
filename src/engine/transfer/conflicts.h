// Two devices of one owner have changed a memory without knowing of each other: the later change
// holds, the other is kept as a version and waits in the review (Y3).
// Knows: versions. Must not know: which devices, how changes travel. Runs inside a write.
#pragma once
#include <optional>
#include <string>

#include "memory/memory.h"
#include "store/store.h"

namespace aim::engine {

struct Conflict {
  Memory here, there;
};
// Whether what comes and what is here differ, and neither is among the former states of the other.
Result<std::optional<Conflict>> conflict_of(store::Reader& from, store::Reader& to,
                                            const Memory& there);
// After one of the two was taken, as the memory of this id (empty: it has gone).
Result<void> keep_conflict(store::Writer& writer, const Conflict& conflict, const std::string& id);

}  // namespace aim::engine
