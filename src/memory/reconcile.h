// Two states of a memory, from two databases, become one (S12). The order does not matter, and
// doing it again changes
// nothing: databases that are synced in any order become the same.
#pragma once
#include "memory/memory.h"

namespace aim {

// The state changed last holds; of its uses the larger count, the id and birth of the older memory
// survive, and a reflection stays one. Of two states of one time the one that lives longer, and for
// the rest a fixed order, decide. The key is that of `a`.
Memory reconciled(const Memory& a, const Memory& b);

// As far as a database keeps it: everything but the key.
bool same_state(const Memory& a, const Memory& b);

// Whether the two differ in more than uses: reinforcement, counts, times of use and of change.
bool is_new_version(const Memory& old, const Memory& fresh);

}  // namespace aim
