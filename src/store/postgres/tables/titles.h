// Words of titles by namespace: which memories have a similar title (A9, S17).
// Bounded: of each word the newest memories are looked at, so that the cost does not grow with the
// database.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "store/postgres/core/connection.h"
#include "store/postgres/search/hooks.h"

namespace aim::store::postgres {

// Of memories that have none yet.
Result<void> add_titles(Connection& connection, std::span<const Numbered> memories);
Result<void> remove_titles(Connection& connection, std::span<const Key> keys);

}  // namespace aim::store::postgres
