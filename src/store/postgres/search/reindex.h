// Makes the index, the words of titles and PassageMeta anew when the rules of this program are
// others (index_rules.h).
#pragma once
#include <cstdint>

#include "store/postgres/core/connection.h"
#include "store/types.h"

namespace aim::store::postgres {

// Needs write().
Result<Reindexed> reindex_some(Connection& connection, std::int64_t most);

// How many memories are to be made anew.
Result<std::int64_t> count_outdated(Connection& connection);

}  // namespace aim::store::postgres
