#include "memory/blends.h"

#include <cmath>

#include "memory/priority_names.h"

namespace aim {
namespace {

// A number on the scale of one kind of signal; none where a candidate has no such signal.
using Values = std::vector<std::optional<double>>;

template <class Signal>
Values values_of(std::span<const Candidate> candidates, const Signal& signal) {
  Values values;
  values.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    std::optional<double> value = signal(candidate);
    // A foreign database may hold any confidence.
    if (value && !std::isfinite(*value))
      value = 0;
    values.push_back(value);
  }
  return values;
}

// From 0, the least of all, to 1, the greatest; what is none becomes 0.
std::vector<double> min_max(const Values& values) {
  MinMax span;
  for (const auto& value : values)
    if (value)
      span.add(*value);
  std::vector<double> out;
  out.reserve(values.size());
  for (const auto& value : values) out.push_back(value ? span.place(*value) : 0);
  return out;
}

// FTS5's rank with its sign turned: (greatest rank − rank) / range is the min–max of it.
std::optional<double> words_of(const Candidate& candidate) {
  if (!candidate.fts_rank)
    return std::nullopt;
  return -*candidate.fts_rank;
}

double similarity_of(const Candidate& candidate) {
  return std::clamp(candidate.cosine.value_or(0), 0.0, 1.0);
}

// Of two vectors of length 1.
std::optional<double> distance_of(const Candidate& candidate) {
  if (!candidate.cosine)
    return std::nullopt;
  return std::sqrt(2 - 2 * std::clamp(*candidate.cosine, -1.0, 1.0));
}

Score sum(std::vector<Factor> factors) {
  Score score;
  for (const Factor& factor : factors) score.total += factor.value * factor.weight;
  score.factors = std::move(factors);
  return score;
}

}  // namespace

std::vector<Score> hybrid_scores(std::span<const Candidate> candidates, Time now) {
  const auto keyword = min_max(values_of(candidates, [&](const Candidate& each) {
    return each.fts_rank ? std::optional(six_factor(*each.fts_rank, *each.memory, now, true).total)
                         : std::nullopt;
  }));
  std::vector<Score> scores;
  scores.reserve(candidates.size());
  for (std::size_t at = 0; at < candidates.size(); ++at)
    scores.push_back(
        sum({{"semantic", similarity_of(candidates[at]), 0.6}, {"keyword", keyword[at], 0.4}}));
  return scores;
}

std::vector<Score> mudpuppy_scores(std::span<const Candidate> candidates) {
  const auto keyword = min_max(values_of(candidates, words_of));
  const Values distances = values_of(candidates, distance_of);
  double scale = 2;
  for (const auto& distance : distances) scale = std::max(scale, 2 * distance.value_or(0));
  std::vector<Score> scores;
  scores.reserve(candidates.size());
  for (std::size_t at = 0; at < candidates.size(); ++at) {
    const double vector = distances[at] ? 1 - *distances[at] / scale : 0;
    scores.push_back(sum({{"vector", vector, 0.7}, {"keyword", keyword[at], 0.3}}));
  }
  return scores;
}

std::vector<Score> vector_memory_scores(std::span<const Candidate> candidates, Time now) {
  const auto usage = min_max(values_of(candidates, [](const Candidate& each) {
    return std::optional(
        std::log1p(static_cast<double>(std::max<std::int64_t>(0, each.memory->access_count))));
  }));
  const bool by_vectors = std::ranges::any_of(
      candidates, [](const Candidate& each) { return each.cosine.has_value(); });
  const auto words = by_vectors ? std::vector<double>() : min_max(values_of(candidates, words_of));
  std::vector<Score> scores;
  scores.reserve(candidates.size());
  for (std::size_t at = 0; at < candidates.size(); ++at) {
    const Memory& memory = *candidates[at].memory;
    const Factor likeness = by_vectors ? Factor{"similarity", similarity_of(candidates[at]), 0.4}
                                       : Factor{"keyword", words[at], 0.4};
    scores.push_back(sum({likeness,
                          {"recency", recency(memory.created_at.time, now), 0.2},
                          {"priority", weight_of(band_of(memory.priority)), 0.2},
                          {"usage", usage[at], 0.2}}));
  }
  return scores;
}

}  // namespace aim
