#include "memory/evidence.h"

#include <algorithm>
#include <cmath>

namespace aim {
namespace {

// σ(at_zero + slope · value + growth · ln memories)
struct Curve {
  double at_zero, slope, growth;
};
constexpr Curve by_words{-3.6, 14, -0.4}, by_table{-11, 32, -0.75}, by_model{-8, 30, -0.7};

double at(const Curve& curve, double value, double memories) {
  const double sum =
      curve.at_zero + curve.slope * value + curve.growth * std::log(std::max(1.0, memories));
  return 1 / (1 + std::exp(-sum));
}

double near(const Curve& curve, const Nearness& nearness, double memories) {
  return std::clamp(nearness.coverage, 0.0, 1.0) * at(curve, nearness.cosine, memories);
}

}  // namespace

double likelihood(const Evidence& evidence) {
  const double memories = evidence.memories;
  const double none = (1 - at(by_words, std::clamp(evidence.words, 0.0, 1.0), memories)) *
                      (1 - near(by_table, evidence.table, memories)) *
                      (1 - near(by_model, evidence.model, memories));
  return 1 - none;
}

}  // namespace aim
