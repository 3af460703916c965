// Ranking: from the matches of the indexes, of words and of meaning, to hits, best first.
#pragma once
#include <vector>

#include "engine/question.h"
#include "engine/recall.h"

namespace aim::engine {

// What a question is asked by, besides its words. Vectors are made before the snapshot is taken: they may take a while.
struct Sought {
  std::vector<float> built_in, model;  // empty: not asked by it
  std::vector<float> older;            // by the model before, see generations.h
  const embed::Embedder* older_model = nullptr;
  std::size_t graph_from = SIZE_MAX;  // see EngineOptions
};
Sought sought(Engine& engine, const Query& query);

// The best `query.limit` memories that pass the filter. Reads as many rows as it needs to be sure of the order.
// With Match::any every memory of the scope is weighed by words, meaning and its conversation (blend.h); with Match::all
// only those that hold every word, by their words. A short question no word of which is found becomes one of beginnings.
Result<std::vector<Hit>> rank_by_relevance(store::Connection& connection, Meaning& meaning,
                                           const Query& query, const Sought& by, Question& question,
                                           Time now);

// The seed's formula over every match (B3). `with_tier_boost`: recall, not search.
Result<std::vector<Hit>> rank_by_six_factors(store::Connection& connection, const Query& query,
                                             Question& question, Time now, bool with_tier_boost);

}  // namespace aim::engine
