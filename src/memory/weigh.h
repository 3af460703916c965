// The ranking of the profile vector-memory (J2): how near a memory is to the question, how new, how
// weighty, how much used, and whether it is the project's own. One function over the candidates of
// a question, of one store or of several together.
//   score = w·similarity + w·recency + w·priority + w·usage + boost
// Most of the weights say nothing of the question: so what is far from it is left out before (the
// floor), beside the best and, where there are more candidates than any question has answers,
// beside those too (docs/decisions/0060).
// Knows: signals of a memory. Must not know: how candidates are found. Pure; cost: linear.
#pragma once
#include "base/clock.h"
#include "base/std.h"

namespace aim {

struct Weights {
  double similarity = 0.4, recency = 0.2, priority = 0.2, usage = 0.2;
  double project_boost = 0.1;
  double half_life_days = 30;
  double floor = 0.6;  // share of the best similarity; 0: nothing is left out
  friend bool operator==(const Weights&, const Weights&) = default;
};
// The four divided by their sum, which is 1 then; all of them 0: the defaults.
Weights normalised(Weights weights);

inline constexpr std::size_t kept_by_words = 5;  // the floor leaves them alone
// What so many memories reach says nothing of any of them: no search shows more. The floor counts
// from there, and leaves the nearest few that come up to its share of the best.
inline constexpr std::size_t max_answers = 20, kept_nearest = 5;

// What the cosines are of. Those of the built-in table know no context, and are high between any
// two texts of common words: what is far is told by them and by words, half each.
enum class CosinesBy { model, table };

struct Signals {
  std::optional<double> cosine;    // none: it has no vector
  std::optional<double> fts_rank;  // FTS5's, smaller is better; none: no word found
  std::int64_t priority = 5;       // the caller's own
  std::int64_t access_count = 0;
  Time created_at{};
  bool boosted = false;
};
struct Weighed {
  std::size_t at = 0;  // which of the candidates
  double score = 0;
  double similarity = 0;  // the cosine; how well words fit where no candidate has one
  double recency = 0, priority = 0, usage = 0, boost = 0;
};
struct Weighing {
  bool by_vectors = false;       // else by words, and then only those that hold one
  std::vector<Weighed> weighed;  // best first; equal ones: the newer first, then the later
  std::size_t left_out = 0;      // by the floor
};
// `min_similarity`: what is below is left out, whatever the floor.
Weighing weigh(std::span<const Signals> candidates, const Weights& weights, double min_similarity,
               Time now, CosinesBy by = CosinesBy::model);

}  // namespace aim
