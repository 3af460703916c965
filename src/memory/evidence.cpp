#include "memory/evidence.h"

#include <algorithm>
#include <cmath>

namespace aim {
namespace {

// σ(at_zero + slope · value + growth · ln memories)
struct Curve {
  double at_zero, slope, growth;
};
constexpr Curve by_words{-6, 12, -0.8}, by_table{-11, 32, -0.75}, by_model{-8, 30, -0.7};

// A question about what is here is mostly made of words that are here, even where no memory holds
// many of them; sentences of nonsense share a word or two with everything.
constexpr double slope_of_known = 9;

double sum_at(const Curve& curve, double value, double memories) {
  return curve.at_zero + curve.slope * value + curve.growth * std::log(std::max(1.0, memories));
}

double chance(double sum) {
  return 1 / (1 + std::exp(-sum));
}

double near(const Curve& curve, const Nearness& nearness, double memories) {
  return std::clamp(nearness.coverage, 0.0, 1.0) * chance(sum_at(curve, nearness.cosine, memories));
}

}  // namespace

double likelihood(const Evidence& evidence) {
  const double memories = evidence.memories;
  const double words = sum_at(by_words, std::clamp(evidence.words, 0.0, 1.0), memories) +
                       slope_of_known * std::clamp(evidence.known, 0.0, 1.0);
  const double none = (1 - chance(words)) * (1 - near(by_table, evidence.table, memories)) *
                      (1 - near(by_model, evidence.model, memories));
  return 1 - none;
}

}  // namespace aim
