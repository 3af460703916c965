#include "memory/blends.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "base/timestamp.h"

namespace aim {
namespace {

using std::chrono::hours;

// Scales and weights are those published, min–max where none were (B4, S19).
constexpr hours day(24);
const Time now = parse_rfc3339("2026-11-21T12:00:00Z", "time")->time;

// Six factors of one written now, besides the rank: 5 · 0.5 + 0 + 1 · 2 + 1 (mid) + 1 = 6.5.
Memory plain(hours age = hours(0)) {
  Memory memory;
  memory.created_at = memory.updated_at = at(now - age);
  return memory;
}

double value(const Score& score, std::string_view name) {
  for (const Factor& each : score.factors)
    if (each.name == name)
      return each.value;
  ADD_FAILURE() << "no factor " << name;
  return 0;
}

void expect_totals(const std::vector<Score>& scores, const std::vector<double>& totals) {
  ASSERT_EQ(scores.size(), totals.size());
  for (std::size_t each = 0; each < totals.size(); ++each) {
    EXPECT_NEAR(scores[each].total, totals[each], 1e-9) << each;
    double sum = 0;
    for (const Factor& factor : scores[each].factors) sum += factor.value * factor.weight;
    EXPECT_NEAR(scores[each].total, sum, 1e-12) << each;  // explains itself (B3)
  }
}

TEST(Blends, HaveTheNamesOfTheSeeds) {
  EXPECT_EQ(value_of<Ranking>("hybrid-0.6"), Ranking::hybrid_06);
  EXPECT_EQ(value_of<Ranking>("mudpuppy"), Ranking::mudpuppy);
  EXPECT_EQ(value_of<Ranking>("vector-memory"), Ranking::vector_memory);
}

TEST(Hybrid06, HandComputed) {
  const Memory memory = plain();
  const std::array candidates{
      Candidate{&memory, -3.0, 0.5},                               // composite 9.5: keyword 1
      Candidate{&memory, -1.0, 0.9},                               // composite 7.5: keyword 0
      Candidate{&memory, -1.5, std::nullopt},                      // composite 8.0: keyword 0.25
      Candidate{&memory, std::nullopt, 0.8},                       // by vectors only
      Candidate{&memory, std::nullopt, -0.2}};                     // a cosine below 0 is none
  expect_totals(hybrid_scores(candidates, now), {0.6 * 0.5 + 0.4,  // 0.70
                                                 0.6 * 0.9,        // 0.54
                                                 0.4 * 0.25,       // 0.10
                                                 0.6 * 0.8,        // 0.48
                                                 0});
}

TEST(Hybrid06, ItsKeywordsAreAllSixFactors) {
  Memory low = plain(), high = plain(), middle = plain();
  low.priority = 1;
  low.tier = Tier::short_term;  // 1 + 0.5 + 0 + 2 + 0 + 1 = 4.5
  high.access_count = 50;
  high.tier = Tier::long_term;  // 1 + 2.5 + 5 + 2 + 3 + 1 = 14.5
  middle.confidence = 0.5;
  middle.access_count = 20;  // 1 + 2.5 + 2 + 1 + 1 + 1 = 8.5; (8.5 − 4.5) / 10 = 0.4
  const std::array candidates{Candidate{&low, -1.0, std::nullopt},
                              Candidate{&high, -1.0, std::nullopt},
                              Candidate{&middle, -1.0, std::nullopt}};
  expect_totals(hybrid_scores(candidates, now), {0, 0.4, 0.16});
}

TEST(Hybrid06, TheOnlyWordsAreTheBest) {
  const Memory memory = plain();
  const std::array candidates{Candidate{&memory, -3.0, 0.5}, Candidate{&memory, std::nullopt, 1.0}};
  expect_totals(hybrid_scores(candidates, now), {0.7, 0.6});
}

TEST(Mudpuppy, HandComputed) {
  const Memory memory;
  const std::array candidates{
      Candidate{&memory, -4.0, 1.0},             // distance 0; keyword (−1 + 4) / 3 = 1
      Candidate{&memory, -1.0, 0.5},             // distance 1; keyword 0
      Candidate{&memory, -2.5, std::nullopt},    // keyword (−1 + 2.5) / 3 = 0.5
      Candidate{&memory, std::nullopt, 0.875}};  // distance √0.25 = 0.5
  // The greatest distance is 1: the scale is max(2, 2) = 2.
  expect_totals(mudpuppy_scores(candidates), {0.7 * 1 + 0.3,  // 1
                                              0.7 * 0.5,      // 0.35
                                              0.3 * 0.5,      // 0.15
                                              0.7 * 0.75});   // 0.525
}

TEST(Mudpuppy, TheScaleGrowsWithTheGreatestDistance) {
  const Memory memory;
  const std::array candidates{
      Candidate{&memory, std::nullopt, -0.125},  // distance √2.25 = 1.5: the scale is 3
      Candidate{&memory, std::nullopt, 0.28},    // distance √1.44 = 1.2
      Candidate{&memory, std::nullopt, 1.0}};
  expect_totals(mudpuppy_scores(candidates), {0.7 * 0.5, 0.7 * 0.6, 0.7});
}

TEST(Mudpuppy, NearVectorsAreMeasuredByTwo) {
  const Memory memory;
  const std::array candidates{Candidate{&memory, std::nullopt, 0.995},  // distance √0.01 = 0.1
                              Candidate{&memory, std::nullopt, 0.98}};  // distance √0.04 = 0.2
  expect_totals(mudpuppy_scores(candidates), {0.7 * 0.95, 0.7 * 0.9});
}

TEST(Mudpuppy, TheOnlyWordsAreTheBest) {
  const Memory memory;
  const std::array candidates{Candidate{&memory, -0.5, std::nullopt}};
  expect_totals(mudpuppy_scores(candidates), {0.3});
}

TEST(VectorMemory, HandComputed) {
  Memory fresh = plain(), old = plain(day * 60), used = plain(day * 30);
  fresh.priority = 10;
  old.priority = 5;
  old.access_count = 1;
  used.priority = 2;
  used.access_count = 3;
  const std::array candidates{Candidate{&fresh, std::nullopt, 0.5},
                              Candidate{&old, std::nullopt, 0.75},
                              Candidate{&used, -2.0, std::nullopt}};
  // Usage: log 1, log 2, log 4 are 0, ½ and 1 of the way.
  expect_totals(vector_memory_scores(candidates, now),
                {0.4 * 0.5 + 0.2 * 1 + 0.2 * 1 + 0.2 * 0,          // 0.60
                 0.4 * 0.75 + 0.2 * 0.25 + 0.2 * 0.5 + 0.2 * 0.5,  // 0.55
                 0.4 * 0 + 0.2 * 0.5 + 0.2 * 0.25 + 0.2 * 1});     // 0.35
}

TEST(VectorMemory, PrioritiesAreItsFourLevels) {
  const std::array<double, 10> levels{0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 0.75, 1, 1};
  for (std::size_t each = 0; each < levels.size(); ++each) {
    Memory memory = plain();
    memory.priority = static_cast<std::int64_t>(each) + 1;
    const std::array candidates{Candidate{&memory, std::nullopt, 0.5}};
    EXPECT_EQ(value(vector_memory_scores(candidates, now)[0], "priority"), levels[each]) << each;
  }
}

TEST(VectorMemory, TakesTheCallersPriority) {
  Memory memory = plain();
  memory.reinforcement = 5;
  const std::array candidates{Candidate{&memory, std::nullopt, 0.5}};
  EXPECT_EQ(value(vector_memory_scores(candidates, now)[0], "priority"), 0.5);
}

TEST(VectorMemory, WhatIsUsedAlikeIsBestOrNothing) {
  Memory memory = plain();
  const std::array candidates{Candidate{&memory, std::nullopt, 0.5},
                              Candidate{&memory, std::nullopt, 0.6}};
  EXPECT_EQ(value(vector_memory_scores(candidates, now)[0], "usage"), 0);
  memory.access_count = 4;
  EXPECT_EQ(value(vector_memory_scores(candidates, now)[0], "usage"), 1);
}

TEST(VectorMemory, WithoutAnyVectorWordsTakeTheirPlace) {
  const Memory memory = plain();  // recency 1, NORMAL, never used: 0.2 + 0.1
  const std::array candidates{Candidate{&memory, -1.0, std::nullopt},
                              Candidate{&memory, -5.0, std::nullopt},
                              Candidate{&memory, -4.0, std::nullopt}};
  expect_totals(vector_memory_scores(candidates, now), {0.3, 0.4 + 0.3, 0.4 * 0.75 + 0.3});
}

TEST(Blends, NoCandidatesNoScores) {
  EXPECT_TRUE(hybrid_scores({}, now).empty());
  EXPECT_TRUE(mudpuppy_scores({}).empty());
  EXPECT_TRUE(vector_memory_scores({}, now).empty());
}

TEST(Blends, AreFromNoneToOneWhateverADatabaseHolds) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::vector<Memory> memories;
  for (const std::int64_t number : {least, std::int64_t{0}, most})
    for (const double confidence : {-infinite, 0.5, infinite, std::nan("")}) {
      Memory memory;
      memory.priority = memory.access_count = number;
      memory.confidence = confidence;
      memory.created_at = memory.updated_at =
          parse_rfc3339(number > 0 ? "2261-12-31T00:00:00Z" : "1678-01-01T00:00:00Z", "time")
              .value();
      memories.push_back(memory);
    }
  std::vector<Candidate> candidates;
  for (const Memory& memory : memories)
    for (const double cosine : {-1.0000001, 0.3, 1.0000001, 0.0})
      candidates.push_back({&memory, -1 - cosine, cosine});
  for (const auto& scores : {hybrid_scores(candidates, now), mudpuppy_scores(candidates),
                             vector_memory_scores(candidates, now)})
    for (const Score& score : scores) {
      EXPECT_GE(score.total, 0);
      EXPECT_LE(score.total, 1 + 1e-12);
    }
}

}  // namespace
}  // namespace aim
