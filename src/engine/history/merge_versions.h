// Two histories of one memory become one: after an import, and by a sync.
// Knows: versions. Must not know: where they are kept, who asks.
#pragma once
#include "store/memories.h"
#include "store/store.h"

namespace aim::engine {

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
