// Several memories become one (A7), and an imported state of a memory joins the one that is there
// (A10). What a store makes of two is memory/merge.h; what a sync makes of them, reconcile.h.
// Pure: no clock, no database.
#pragma once
#include <vector>

#include "memory/lifetime.h"
#include "memory/memory.h"

namespace aim {

// `into` with what its originals have in common or add up to: tags and metadata united, the highest
// priority, access counts summed, their ids in metadata.derived_from. Never more than the limits
// allow: the tags of the first originals are kept, and of very large metadata only the origin.
Memory consolidated(const std::vector<Memory>& originals, Memory into);

// An import: the state changed last holds, the tier never goes down, uses are counted as the one
// that knows more of them, a reflection stays one.
Memory imported_over(const Memory& old, const Memory& fresh, Time now, const Lifetimes& lifetimes);

}  // namespace aim
