// What a ranking by age, priority and use reads of every memory of a scope. A connection keeps what
// it has read of the last scope until a memory changes: a search over all memories asks for the
// same rows again and again. Functions run inside the caller's read() or write().
// Knows: rows. Must not know: rankings.
#pragma once
#include <vector>

#include "memory/filter.h"
#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// Of those that have not expired, by rising key.
Result<std::vector<UseSignals>> use_signals(Connection& connection, const Filter& filter, Time now);

}  // namespace aim::store::sqlite
