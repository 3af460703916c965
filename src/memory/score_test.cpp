#include "memory/score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/timestamp.h"

namespace aim {
namespace {

using std::chrono::hours;

const Time now = parse_rfc3339("2026-11-21T12:00:00Z", "time")->time;

Memory written(hours ago) {
  Memory memory;
  memory.created_at = memory.updated_at = at(now - ago);
  return memory;
}

double factor(const Score& score, std::string_view name) {
  for (const Factor& each : score.factors)
    if (each.name == name)
      return each.value * each.weight;
  ADD_FAILURE() << "no factor " << name;
  return 0;
}

TEST(InverseDocumentFrequency, IsTheLogarithmOfTheOdds) {
  EXPECT_NEAR(inverse_document_frequency(10, 3), 1.1451323, 1e-7);  // log(1 + 7.5 / 3.5)
  EXPECT_NEAR(inverse_document_frequency(5, 5), 0.0870114, 1e-7);   // log(1 + 0.5 / 5.5)
  EXPECT_NEAR(inverse_document_frequency(0, 0), std::log(2), 1e-12);
}

TEST(InverseDocumentFrequency, IsNeverNegative) {
  EXPECT_EQ(inverse_document_frequency(1, 5), 0);
  for (const double with_term : {0.0, 1.0, 50.0, 100.0})
    EXPECT_GE(inverse_document_frequency(100, with_term), 0) << with_term;
}

TEST(InverseDocumentFrequency, FallsAsAWordGetsCommon) {
  for (double with_term = 0; with_term < 100; ++with_term)
    EXPECT_GT(inverse_document_frequency(100, with_term),
              inverse_document_frequency(100, with_term + 1));
}

TEST(WeightBesideVectors, IsThatOfTheWordsAloneWithoutThem) {
  EXPECT_NEAR(weight_beside_vectors(3, 0), 3, 1e-12);
  EXPECT_NEAR(weight_beside_vectors(4, 0.5), 8, 1e-12);
  EXPECT_NEAR(weight_beside_vectors(2, 1), 4, 1e-12);
  EXPECT_EQ(weight_beside_vectors(0, 0.5), 0);
}

TEST(WeightBesideVectors, RareWordsGainOnCommonOnes) {
  double before = 0;
  for (const double share : {0.0, 0.1, 0.5, 0.6, 1.0}) {
    const double lead = weight_beside_vectors(5, share) / weight_beside_vectors(1.5, share);
    EXPECT_GT(lead, before) << share;
    before = lead;
  }
}

TEST(Bm25Term, HandComputed) {
  // norm = 1.2 · (length + 100) / (mean + 100); weight · f · 2.2 / (f + norm)
  EXPECT_NEAR(bm25_term(1, 2, 100, 100), 2.0, 1e-12);        // norm 1.2
  EXPECT_NEAR(bm25_term(3, 1, 200, 100), 6.6 / 4.8, 1e-12);  // norm 1.8
  EXPECT_NEAR(bm25_term(2, 1.5, 0, 100), 6.6 / 2.6, 1e-12);  // norm 0.6
  EXPECT_EQ(bm25_term(0, 3, 100, 100), 0);
}

TEST(Bm25Term, AnEmptyCorpusDividesByNothing) {
  EXPECT_NEAR(bm25_term(1, 1, 0, 0), 2.2 / (1 + 1.2 * 100 / 101), 1e-12);  // the mean counts as 1
  EXPECT_TRUE(std::isfinite(bm25_term(1, 1, 1e9, 0)));
}

TEST(Bm25Term, MoreIsBetterButNeverMoreThanK1PlusOneTimesIdf) {
  for (double frequency = 1; frequency < 1e6; frequency *= 3) {
    EXPECT_LT(bm25_term(frequency, 1, 50, 100), bm25_term(frequency * 3, 1, 50, 100));
    EXPECT_LT(bm25_term(frequency, 1, 50, 100), bm25_k1 + 1);
  }
}

TEST(Bm25Term, TheShorterTextWins) {
  EXPECT_GT(bm25_term(1, 1, 50, 100), bm25_term(1, 1, 51, 100));
}

TEST(Boosted, AnOrdinaryOldMemoryKeepsItsRelevance) {
  const Score score = boosted(0.8, written(hours(24) * 3'650), now);
  EXPECT_NEAR(score.total, 0.8, 1e-9);
  EXPECT_NEAR(factor(score, "relevance"), 0.8, 1e-12);
}

TEST(Boosted, HandComputed) {
  const hours old = hours(24) * 36'500;
  struct Case {
    std::int64_t priority;
    double confidence;
    hours age;
    double boost;
  };
  const Case cases[] = {
      {10, 1, old, 1.06},
      {1, 1, old, 0.952},
      {5, 0, old, 0.88},
      {5, 0.5, old, 0.94},
      {5, 1, hours(0), 1.06},
      {5, 1, hours(720), 1.03},
      {5, 1, hours(1'440), 1.015},
      {1, 0, old, 0.952 * 0.88},
      {8, 0.9, hours(720), 1.036 * 0.988 * 1.03},
      {10, 1, hours(0), 1.12},  // 1.06 · 1.06 is more than a boost may be
  };
  for (const Case& each : cases) {
    Memory memory = written(each.age);
    memory.priority = each.priority;
    memory.confidence = each.confidence;
    EXPECT_NEAR(boosted(1, memory, now).total, each.boost, 1e-6)
        << each.priority << " " << each.confidence << " " << each.age.count();
  }
}

TEST(Boosted, StaysWithinItsBoundsWhateverADatabaseHolds) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const std::int64_t priority :
       {least, std::int64_t{-1}, std::int64_t{1}, std::int64_t{10}, most})
    for (const double confidence : {-infinite, -1e308, 0.0, 1.0, 1e308, infinite})
      for (const char* created : {"1678-01-01T00:00:00Z", "1700-01-01T00:00:00Z",
                                  "2026-11-21T12:00:00Z", "2261-12-31T00:00:00Z"}) {
        Memory memory;
        memory.priority = priority;
        memory.confidence = confidence;
        memory.created_at = parse_rfc3339(created, "time").value();
        const double boost = boosted(1, memory, now).total;
        EXPECT_GE(boost, least_boost) << priority << " " << confidence << " " << created;
        EXPECT_LE(boost, max_boost) << priority << " " << confidence << " " << created;
      }
}

TEST(Boosted, ReadsNothingThatUseWrites) {  // S2
  Memory memory = written(hours(100));
  const double before = boosted(0.5, memory, now).total;
  memory.access_count = 1'000;
  memory.reinforcement = 5;
  memory.tier = Tier::long_term;
  memory.last_accessed_at = at(now);
  memory.expires_at = at(now);
  memory.updated_at = at(now);
  EXPECT_EQ(boosted(0.5, memory, now).total, before);
}

// Seed 000, Recall Scoring Formula: rank · −1 + priority · 0.5 + min(access, 50) · 0.1 + confidence
// · 2 + tier + recency.
TEST(SixFactor, HandComputed) {
  struct Case {
    double rank;
    std::int64_t priority, accesses;
    double confidence;
    Tier tier;
    hours age;
    double recall, search;
  };
  const Case cases[] = {
      {-2.5, 5, 0, 1.0, Tier::mid_term, hours(0), 2.5 + 2.5 + 0 + 2 + 1 + 1, 8},
      {-2.5, 5, 0, 1.0, Tier::long_term, hours(0), 11, 8},
      {-2.5, 5, 0, 1.0, Tier::short_term, hours(0), 8, 8},
      {-1.0, 9, 7, 0.5, Tier::long_term, hours(240), 1 + 4.5 + 0.7 + 1 + 3 + 0.5, 7.7},
      {0.0, 1, 50, 0.0, Tier::mid_term, hours(2'400), 0.5 + 5 + 1 + 1.0 / 11, 5.5 + 1.0 / 11},
      {0.0, 1, 5'000, 0.0, Tier::mid_term, hours(2'400), 0.5 + 5 + 1 + 1.0 / 11, 5.5 + 1.0 / 11},
  };
  for (const Case& each : cases) {
    Memory memory = written(each.age);
    memory.priority = each.priority;
    memory.access_count = each.accesses;
    memory.confidence = each.confidence;
    memory.tier = each.tier;
    EXPECT_NEAR(six_factor(each.rank, memory, now, true).total, each.recall, 1e-9);
    EXPECT_NEAR(six_factor(each.rank, memory, now, false).total, each.search, 1e-9);
  }
}

TEST(SixFactor, ExplainsItself) {  // B3
  Memory memory = written(hours(240));
  memory.access_count = 20;
  const Score score = six_factor(-3, memory, now, true);
  ASSERT_EQ(score.factors.size(), 6U);
  EXPECT_NEAR(factor(score, "fts_rank"), 3, 1e-12);
  EXPECT_NEAR(factor(score, "priority"), 2.5, 1e-12);
  EXPECT_NEAR(factor(score, "access_count"), 2, 1e-12);
  EXPECT_NEAR(factor(score, "confidence"), 2, 1e-12);
  EXPECT_NEAR(factor(score, "tier_boost"), 1, 1e-12);
  EXPECT_NEAR(factor(score, "recency"), 0.5, 1e-9);
  EXPECT_NEAR(score.total, 11, 1e-9);
}

TEST(SixFactor, TakesThePriorityThatIsShown) {
  Memory memory = written(hours(0));
  memory.priority = 9;
  memory.reinforcement = 4;
  EXPECT_NEAR(factor(six_factor(0, memory, now, true), "priority"), 5, 1e-12);
}

TEST(SixFactor, TimesFarAwayGiveANumber) {
  for (const char* updated :
       {"1678-01-01T00:00:00Z", "1700-01-01T00:00:00Z", "2026-12-01T12:00:00Z",
        "2027-03-01T00:00:00Z", "2261-12-31T00:00:00Z"}) {
    Memory memory;
    memory.updated_at = parse_rfc3339(updated, "time").value();
    const double recency = factor(six_factor(0, memory, now, true), "recency");
    EXPECT_GT(recency, 0) << updated;
    EXPECT_LE(recency, 1)
        << updated;  // what is written tomorrow is as fresh as what is written now
  }
}

}  // namespace
}  // namespace aim
