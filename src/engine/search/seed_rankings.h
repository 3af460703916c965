// The published blends of words and vectors as rankings (B4, K2, S19): gathers the candidates that
// memory/blends.h scores. With the model where there is one, by the static table otherwise, by
// words alone where there is neither.
// Cost: reads every candidate in full, which for two of the three is every memory of the scope: for
// comparisons and for those who want what they had, not the fast way.
#pragma once
#include <vector>

#include "engine/search/understand.h"

namespace aim::engine {

constexpr bool is_seed_blend(Ranking ranking) {
  return ranking == Ranking::hybrid_06 || ranking == Ranking::mudpuppy ||
         ranking == Ranking::vector_memory;
}

Result<Ranked> rank_by_seed(const RankingRequest& request, Ranking ranking);

}  // namespace aim::engine
