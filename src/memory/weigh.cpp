#include "memory/weigh.h"

#include <cmath>

#include "memory/priority_names.h"
#include "memory/score.h"

namespace aim {
namespace {

double logarithm_of(std::int64_t uses) {
  return uses <= 0 ? 0 : std::log1p(static_cast<double>(uses));
}

double cosine_of(const Signals& each) {
  return std::clamp(each.cosine.value_or(0), 0.0, 1.0);
}

// How near each candidate is to the question, beside the others; `ranks`: of the words' fit.
std::vector<double> nearnesses(std::span<const Signals> candidates, const MinMax& ranks,
                               CosinesBy by) {
  std::vector<double> all;
  all.reserve(candidates.size());
  for (const Signals& each : candidates) {
    const double words = each.fts_rank ? ranks.place(-*each.fts_rank) : 0;
    all.push_back(by == CosinesBy::model ? cosine_of(each) : (cosine_of(each) + words) / 2);
  }
  return all;
}

// Below which a candidate is no nearer than many are to any question; 0 where there are too few to
// tell.
static_assert(kept_nearest <= max_answers, "only so many are put in order");
double usual_nearness(std::vector<double> nearness, double share) {
  if (nearness.size() <= max_answers || share <= 0)
    return 0;
  const auto answers = nearness.begin() + static_cast<std::ptrdiff_t>(max_answers);
  std::ranges::nth_element(nearness, answers, std::ranges::greater());
  std::ranges::sort(nearness.begin(), answers, std::ranges::greater());
  const double best = nearness.front(), others = *answers;
  return std::min(others + share * (best - others), nearness[kept_nearest - 1]);
}

// How many candidates words find better; those without a word are behind all.
std::vector<bool> best_by_words(std::span<const Signals> candidates) {
  std::vector<std::size_t> order;
  for (std::size_t at = 0; at < candidates.size(); ++at)
    if (candidates[at].fts_rank)
      order.push_back(at);
  const std::size_t count = std::min(order.size(), kept_by_words);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return std::pair(*candidates[a].fts_rank, a) <
                             std::pair(*candidates[b].fts_rank, b);
                    });
  std::vector<bool> best(candidates.size());
  for (std::size_t i = 0; i < count; ++i) best[order[i]] = true;
  return best;
}

}  // namespace

Weights normalised(Weights weights) {
  const double sum = weights.similarity + weights.recency + weights.priority + weights.usage;
  if (!(sum > 0)) {
    const Weights given;
    weights.similarity = given.similarity;
    weights.recency = given.recency;
    weights.priority = given.priority;
    weights.usage = given.usage;
    return weights;
  }
  for (double* each : {&weights.similarity, &weights.recency, &weights.priority, &weights.usage})
    *each /= sum;
  return weights;
}

Weighing weigh(std::span<const Signals> candidates, const Weights& weights, double min_similarity,
               Time now, CosinesBy by) {
  Weighing out;
  MinMax uses, ranks;
  double nearest = 0;
  for (const Signals& each : candidates) {
    out.by_vectors = out.by_vectors || each.cosine.has_value();
    nearest = std::max(nearest, cosine_of(each));
    if (each.fts_rank)
      ranks.add(-*each.fts_rank);
  }
  const auto takes_part = [&](const Signals& each) {
    return out.by_vectors || each.fts_rank.has_value();
  };
  for (const Signals& each : candidates)
    if (takes_part(each))
      uses.add(logarithm_of(each.access_count));
  const auto by_words = best_by_words(candidates);
  const auto nearness = nearnesses(candidates, ranks, by);
  const double usual = out.by_vectors ? usual_nearness(nearness, weights.floor) : 0;
  for (std::size_t at = 0; at < candidates.size(); ++at) {
    const Signals& each = candidates[at];
    if (!takes_part(each))
      continue;
    Weighed one;
    one.at = at;
    one.similarity = out.by_vectors ? cosine_of(each) : ranks.place(-*each.fts_rank);
    const bool is_far = each.cosine && !by_words[at] &&
                        (cosine_of(each) < weights.floor * nearest || nearness[at] < usual);
    if (is_far || one.similarity < min_similarity) {
      if (is_far && one.similarity >= min_similarity)
        ++out.left_out;
      continue;
    }
    one.recency = recency(each.created_at, now, weights.half_life_days);
    one.priority = weight_of(band_of(each.priority));
    one.usage = uses.place(logarithm_of(each.access_count));
    one.boost = each.boosted ? weights.project_boost : 0;
    one.score = weights.similarity * one.similarity + weights.recency * one.recency +
                weights.priority * one.priority + weights.usage * one.usage + one.boost;
    out.weighed.push_back(one);
  }
  std::ranges::sort(out.weighed, [&](const Weighed& a, const Weighed& b) {
    if (a.score != b.score)
      return a.score > b.score;
    return std::tuple(candidates[b.at].created_at, b.at) <
           std::tuple(candidates[a.at].created_at, a.at);
  });
  return out;
}

}  // namespace aim
