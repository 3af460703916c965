// Ranking: from the matches of the indexes, of words and of meaning, to hits, best first.
#pragma once
#include <vector>

#include "engine/search/understand.h"

namespace aim::engine {

// The best `query.limit` memories that pass the filter. Reads as many rows as it needs to be sure
// of the order. With Match::any every memory of the scope is weighed by words, meaning and its
// conversation (blend.h); with Match::all only those that hold every word, by their words. A short
// question no word of which is found becomes one of beginnings.
Result<Ranked> rank_by_relevance(const RankingRequest& request);

// The six-factor formula over every match (B3). `with_tier_boost`: recall, not search.
Result<Ranked> rank_by_six_factors(const RankingRequest& request, bool with_tier_boost);

}  // namespace aim::engine
