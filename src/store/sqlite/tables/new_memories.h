// Many new memories at once, as an import has them: what hangs on them is written once a table, in
// the order of the table, and their texts go into the index at once, without waiting there.
// Knows: rows. Must not know: who wins an upsert.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "store/memories.h"
#include "store/sqlite/core/connection.h"

namespace aim::store::sqlite {

// As Memories::insert_all(). Leaves the same rows as insert() of each would when nothing waits for
// the text index any more.
Result<std::vector<std::optional<Error>>> insert_all(Connection& connection,
                                                     std::span<const NewMemory> memories);

// As Memories::holders().
Result<std::vector<Memory>> holders(Connection& connection, std::span<const Memory> of);

}  // namespace aim::store::sqlite
