#include "store/search.h"

#include <cmath>

namespace aim::store {
namespace {

constexpr int failure_bits = 4;
constexpr std::uint32_t max_failures = (1U << failure_bits) - 1;

}  // namespace

bool is_named(std::int64_t name_space, std::span<const std::int64_t> name_spaces) {
  return name_spaces.empty() || std::ranges::find(name_spaces, name_space) != name_spaces.end();
}

void keep_best(std::vector<Scored>& ranked, std::size_t most) {
  if (ranked.size() <= most)
    return;
  if (most == 0)
    return ranked.clear();
  const auto last = ranked.begin() + static_cast<std::ptrdiff_t>(most - 1);
  std::ranges::nth_element(ranked, last, {}, &Scored::bm25);
  const double worst = last->bm25;
  std::erase_if(ranked, [&](const Scored& each) { return each.bm25 > worst; });
}

Failed failed_of(const VectorHead& head) {
  return {head.failed & max_failures, head.failed >> failure_bits};
}

std::uint32_t failed_again(const VectorHead& head, std::int64_t minute) {
  const std::uint32_t times = std::min(failed_of(head).times + 1, max_failures);
  const auto next = static_cast<std::uint32_t>(minute + (std::int64_t{1} << times));
  return (next << failure_bits) | times;
}

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
