#include "memory/evidence.h"

#include <cmath>

namespace aim {
namespace {

// σ(at_zero + slope · value + growth · ln memories)
struct Curve {
  double at_zero, slope, growth;
};
constexpr Curve by_words{-6, 12, -0.8}, by_clusters{-20, 18, -0.8}, by_table{-11, 32, -0.75},
    by_model{-8, 30, -0.7};

// A question about what is here is mostly made of words that are here, even where no memory holds
// many of them; sentences of nonsense share a word or two with everything.
constexpr double slope_of_known = 9, slope_of_known_clusters = 14;

double sum_at(const Curve& curve, double value, double memories) {
  return curve.at_zero + curve.slope * value + curve.growth * std::log(std::max(1.0, memories));
}

double chance(double sum) {
  return 1 / (1 + std::exp(-sum));
}

// A few words tell what a question is about: each of three is known with the chance that a letter
// is.
double near(const Curve& curve, const Nearness& nearness, double memories) {
  const double coverage = std::clamp(nearness.coverage, 0.0, 1.0);
  return coverage * coverage * coverage * chance(sum_at(curve, nearness.cosine, memories));
}

// A syllable is two pairs of clusters, and a language has few: most of them stand somewhere in any
// scope, and a question of other things holds a few in a row by chance. But it has many of them, so
// that their shares say more.
double sum_of_words(const Evidence& evidence) {
  const double words = std::clamp(evidence.words, 0.0, 1.0);
  const double known = std::clamp(evidence.known, 0.0, 1.0);
  const double clusters = std::clamp(evidence.clusters, 0.0, 1.0);
  return (1 - clusters) * (sum_at(by_words, words, evidence.memories) + slope_of_known * known) +
         clusters *
             (sum_at(by_clusters, words, evidence.memories) + slope_of_known_clusters * known);
}

}  // namespace

double left_by_doubt(const Held& held) {
  // Fitted to questions asked where they are answered and where they are not. A long question is
  // not held in full by anything, and a long memory has something near to every word; what words
  // alone have found holds some of them, however long it is. A word that stands nowhere and is like
  // nothing is often what is asked for ("the logo of the mobile app").
  struct Shape {
    double at_zero, of_share, of_words, of_memory;
  };
  constexpr Shape by_meaning{-21, 35, 6, -7}, by_words_alone{-18, 35, 4, 0};
  constexpr double of_foreign = -10, short_memory = 20, least_words = 2, enough_coverage = 0.8;
  if (held.words < least_words)
    return 1;
  const Shape& shape = held.by_meaning ? by_meaning : by_words_alone;
  const double chance_of =
      chance(shape.at_zero + shape.of_share * held.share + of_foreign * held.foreign +
             shape.of_words * std::log(held.words) +
             shape.of_memory * std::log(std::max(1.0, (held.memory + 1) / short_memory)));
  const double known = std::clamp(held.coverage / enough_coverage, 0.0, 1.0);
  return 1 - (1 - least_left) * known * known * known * (1 - chance_of);
}

double likelihood(const Evidence& evidence) {
  const double memories = evidence.memories;
  const double words = sum_of_words(evidence);
  const double none = (1 - chance(words)) * (1 - near(by_table, evidence.table, memories)) *
                      (1 - near(by_model, evidence.model, memories));
  return 1 - none;
}

}  // namespace aim
