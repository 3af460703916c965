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

}  // namespace aim::engine
