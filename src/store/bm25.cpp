#include "store/bm25.h"

#include <cmath>

namespace aim::store {
namespace {

constexpr double k1 = 1.2, b = 0.75;
constexpr double min_weight = 1e-6;  // of a phrase that most rows hold

}  // namespace

void Bm25::weigh() {
  weights.clear();
  for (const std::int64_t held : hits) {
    const auto with = static_cast<double>(held), all = static_cast<double>(rows);
    const double weight = std::log((all - with + 0.5) / (with + 0.5));
    weights.push_back(weight > 0 ? weight : min_weight);
  }
  counts.assign(hits.size(), 0);
}

double Bm25::part(std::size_t phrase, double count, std::int64_t row_tokens) const {
  const double mean = static_cast<double>(tokens) / static_cast<double>(rows);
  const auto length = static_cast<double>(row_tokens);
  return weights[phrase] * ((count * (k1 + 1.0)) / (count + k1 * (1 - b + b * length / mean)));
}

double Bm25::score(std::int64_t row_tokens) const {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += part(i, counts[i], row_tokens);
  return -1.0 * sum;
}

}  // namespace aim::store
