#include "memory/score.h"

#include <cmath>

namespace aim {
namespace {

// In floating point from the start: three centuries apart are more than an integer of nanoseconds
// holds.
double days_between(Time from, Time to) {
  using Days = std::chrono::duration<double, std::ratio<86'400>>;
  return (Days(to.time_since_epoch()) - Days(from.time_since_epoch())).count();
}

double tier_boost(Tier tier) {
  switch (tier) {
    case Tier::long_term:
      return 3.0;
    case Tier::mid_term:
      return 1.0;
    case Tier::short_term:
      break;
  }
  return 0.0;
}

}  // namespace

double inverse_document_frequency(double documents, double documents_with_term) {
  return std::log(1.0 + std::max(0.0, documents - documents_with_term + 0.5) /
                            (documents_with_term + 0.5));
}

double weight_beside_vectors(double idf, double of_vectors) {
  return std::pow(idf, 1 + of_vectors);
}

double bm25_term(double frequency, double weight, double length, double mean_length) {
  const double norm =
      bm25_k1 * (length + bm25_added_bytes) / (std::max(1.0, mean_length) + bm25_added_bytes);
  return weight * frequency * (bm25_k1 + 1) / (frequency + norm);
}

double recency(Time written, Time now, double half_life_days) {
  return half_life_days > 0 ? std::exp2(-std::max(0.0, days_between(written, now)) / half_life_days)
                            : 0;
}

Score boosted(double relevance, const Memory& memory, Time now) {
  const double priority =
      1 + 0.06 * (static_cast<double>(std::clamp<std::int64_t>(memory.priority, 1, 10)) - 5) / 5;
  const double confidence = 1 - 0.12 * (1 - std::clamp(memory.confidence, 0.0, 1.0));
  // Among equals the newer one, and never more than that.
  const double newness = 1 + 0.06 * recency(memory.created_at.time, now);
  Score score;
  score.factors = {{"relevance", relevance, 1},
                   {"priority", priority, 1},
                   {"confidence", confidence, 1},
                   {"recency", newness, 1}};
  score.total = relevance * std::clamp(priority * confidence * newness, least_boost, max_boost);
  return score;
}

Score six_factor(double fts_rank, const Memory& memory, Time now, bool with_tier_boost) {
  // Imports may come from a clock ahead of ours; ten days ahead the formula would divide by zero.
  const double age = std::max(0.0, days_between(memory.updated_at.time, now));
  Score score;
  score.factors = {
      {"fts_rank", fts_rank, -1.0},
      {"priority", static_cast<double>(shown_priority(memory)), 0.5},
      {"access_count", static_cast<double>(std::min<std::int64_t>(memory.access_count, 50)), 0.1},
      {"confidence", memory.confidence, 2.0},
      {"tier_boost", with_tier_boost ? tier_boost(memory.tier) : 0.0, 1.0},
      {"recency", 1.0 / (1.0 + age * 0.1), 1.0}};
  for (const Factor& factor : score.factors) score.total += factor.value * factor.weight;
  return score;
}

int encode_length(std::size_t bytes) {
  const double steps = 7.0 * std::log2(static_cast<double>(std::max<std::size_t>(bytes, 4)) / 4.0);
  return std::min(127, static_cast<int>(std::lround(steps)));
}

std::int64_t decode_length(int code) {
  return std::llround(4.0 * std::exp2(code / 7.0));
}

}  // namespace aim
