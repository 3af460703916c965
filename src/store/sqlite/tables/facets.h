// Counts of memories by what they have in common. Said in store/memories.h.
// Cost: one walk over the memories that pass, without their contents.
#pragma once
#include "store/memories.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

Result<Facets> facets(Connection& connection, const Filter& filter,
                      std::optional<std::span<const Key>> keys, Time now);

}  // namespace aim::store::sqlite
