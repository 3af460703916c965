// Ranking by words: from the matches of the index to hits, best first.
#pragma once
#include <vector>

#include "engine/question.h"
#include "engine/recall.h"

namespace aim::engine {

// The best `query.limit` memories that pass the filter. Reads as many rows as it needs to be sure of the order.
Result<std::vector<Hit>> rank_by_relevance(store::Connection& connection, const Query& query,
                                           const Question& question, Time now);

// The seed's formula over every match (B3). `with_tier_boost`: recall, not search.
Result<std::vector<Hit>> rank_by_six_factors(store::Connection& connection, const Query& query,
                                             const Question& question, Time now, bool with_tier_boost);

}  // namespace aim::engine
