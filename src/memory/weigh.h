// The ranking of the profile vector-memory (J2): how near a memory is to the question, how new, how weighty, how much used,
// and whether it is the project's own. One function over the candidates of a question, of one store or of several together.
//   score = w·similarity + w·recency + w·priority + w·usage + boost
// Most of the weights say nothing of the question: so what is far from it, beside the best, is left out before (the floor).
// Knows: signals of a memory. Must not know: how candidates are found. Pure; cost: linear.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.h"

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
  double similarity = 0;  // or how well words fit, where no candidate has a vector
  double recency = 0, priority = 0, usage = 0, boost = 0;
};
struct Weighing {
  bool by_vectors = false;       // else by words, and then only those that hold one
  std::vector<Weighed> weighed;  // best first; equal ones: the newer first, then the later
  std::size_t in_order = 0;      // so many of them are; those behind are no better
};
// `min_similarity`: what is below is left out, whatever the floor. `wanted`: so many are put in order, at least.
inline constexpr std::size_t all_in_order = static_cast<std::size_t>(-1);
Weighing weigh(std::span<const Signals> candidates, const Weights& weights, double min_similarity,
               Time now, std::size_t wanted = all_in_order);
// The rest, when more are needed than were wanted.
void put_in_order(Weighing& weighing, std::span<const Signals> candidates, std::size_t wanted);

}  // namespace aim
