// FTS5's bm25() of the memories that a query means, those that wait for the index among them: all,
// or the best of them, for which only what may be among the best is looked at closely.
// Knows: the tables of FTS5. Must not know: what the scores are for (engine/search).
// Threads: those of the connection.
// Cost: of all, about 0.6 µs a row; of the best few, less than a quarter of it.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// As Words::bm25().
Result<std::vector<Ranked>> match_bm25(Connection& connection, const WordQuery& query,
                                       std::span<const std::int64_t> name_spaces, std::size_t most);

}  // namespace aim::store::sqlite
