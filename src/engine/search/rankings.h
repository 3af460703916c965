// Rankings: from a question as it was understood to hits, best first, in one snapshot.
// Knows: the stages of a search. Must not know: doors, budgets, what is noted of a use.
#pragma once
#include "engine/search/understand.h"

namespace aim::engine {

struct RankingRequest {
  store::Reader& reader;
  const Engine& engine;
  const Query& query;
  const QueryVectors& vectors;
  const Question& question;
  Time now;
};

struct RankingResult {
  std::vector<Hit> hits;  // best first
  Question question;     // as it was asked in the end: beginnings of words, where no word was found
  double certainty = 1;  // the chance of any answer at all (memory/evidence.h)
  std::vector<double> rarity = {};  // WordMatches::rarity
  double memories = 0;              // in the scope
};

// The newer one of equals is better.
inline bool better_hit(const Hit& a, const Hit& b) {
  return a.score.total != b.score.total ? a.score.total > b.score.total
                                        : a.memory.key > b.memory.key;
}

// Whether it comes from a conversation of earlier, and nobody stored it on purpose (X4).
inline bool is_mined(const Memory& memory) {
  return memory.source.starts_with("mine-");
}

// The best `query.limit` memories that pass the filter. Reads as many rows as it needs to be sure
// of the order. With Match::any every memory of the scope is weighed by words, meaning and its
// conversation (blend.h); with Match::all only those that hold every word, by their words. A short
// question no word of which is found becomes one of beginnings.
Result<RankingResult> rank_by_relevance(const RankingRequest& request);

// The six-factor formula over every match (B3). `with_tier_boost`: recall, not search.
Result<RankingResult> rank_by_six_factors(const RankingRequest& request, bool with_tier_boost);

// The published blends of words and vectors (B4, K2, S19): gathers the candidates that
// memory/blends.h scores. With the model where there is one, by the static table otherwise, by
// words alone where there is neither.
// Cost: reads every candidate in full, which for two of the three is every memory of the scope: for
// comparisons and for those who want what they had, not the fast way.
constexpr bool is_seed_blend(Ranking ranking) {
  return ranking == Ranking::hybrid_06 || ranking == Ranking::mudpuppy ||
         ranking == Ranking::vector_memory;
}
Result<RankingResult> rank_by_seed(const RankingRequest& request, Ranking ranking);

}  // namespace aim::engine
