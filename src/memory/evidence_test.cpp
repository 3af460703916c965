#include "memory/evidence.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aim {
namespace {

double sigma(double x) {
  return 1 / (1 + std::exp(-x));
}

TEST(Likelihood, HandComputed) {
  EXPECT_NEAR(likelihood({1, 1, 1, {}, {}}), sigma(15), 1e-12);
  EXPECT_NEAR(likelihood({1, 0, 0, {}, {}}), sigma(-6), 1e-12);
  EXPECT_NEAR(likelihood({std::exp(5), 0.5, 1, {}, {}}), sigma(5), 1e-12);
  // A third of the words, and no other is anywhere.
  EXPECT_NEAR(likelihood({std::exp(5), 0.25, 1 / 3.0, {}, {}}), sigma(-4), 1e-12);
  // An eighth of what the table says, since it knows half of the question (N3).
  EXPECT_NEAR(likelihood({1, 0, 0, {0.5, 0.5}, {}}), 1 - sigma(6) * (1 - 0.125 * sigma(5)), 1e-12);
  EXPECT_NEAR(likelihood({1, 0, 0, {}, {0.4, 1}}), 1 - sigma(6) * (1 - sigma(4)), 1e-12);
  // An empty scope is no smaller than one of one memory.
  EXPECT_EQ(likelihood({0, 0.5, 1, {}, {}}), likelihood({1, 0.5, 1, {}, {}}));
}

// Pairs of clusters: most are somewhere, but there are many of them (N4).
TEST(Likelihood, HandComputedForClusters) {
  EXPECT_NEAR(likelihood({1, 1, 1, {}, {}, 1}), sigma(12), 1e-12);
  EXPECT_NEAR(likelihood({std::exp(5), 0.5, 0.5, {}, {}, 1}), sigma(-8), 1e-12);
  EXPECT_NEAR(likelihood({std::exp(5), 1, 0.75, {}, {}, 1}), sigma(4.5), 1e-12);
  // Half of the question is of another script: between the two.
  EXPECT_NEAR(likelihood({1, 0.5, 0.5, {}, {}, 0.5}), sigma((4.5 - 4) / 2), 1e-12);
  EXPECT_EQ(share_of_clusters(0, 0), 0);
  EXPECT_EQ(share_of_clusters(0, 7), 0);
  EXPECT_EQ(share_of_clusters(10, 10), 1);
  EXPECT_EQ(share_of_clusters(20, 40), 0.5);
  EXPECT_EQ(share_of_clusters(5, 5), 0.5);  // few
}

TEST(Likelihood, AQuarterOfTheTermsWithoutSpacesIsTelling) {
  EXPECT_EQ(telling_terms(0), 3U);
  EXPECT_EQ(telling_terms(12), 3U);
  EXPECT_EQ(telling_terms(13), 4U);
  EXPECT_EQ(telling_terms(30), 8U);
}

TEST(Likelihood, IsBetween0And1WhateverIsGiven) {
  for (const double value : {-10.0, -1.0, 0.0, 0.5, 1.0, 10.0})
    for (const double memories : {0.0, 1.0, 1e9}) {
      const double of_words = likelihood({memories, value, value, {}, {}});
      const double of_all =
          likelihood({memories, value, value, {value, value}, {value, value}, value});
      for (const double each : {of_words, of_all}) {
        EXPECT_GE(each, 0);
        EXPECT_LE(each, 1);
      }
    }
}

TEST(Likelihood, RisesWithEachPartAndFallsWithSize) {
  for (const double clusters : {0.0, 0.3, 1.0}) {
    const Evidence some{100, 0.2, 0.3, {0.3, 0.5}, {0.3, 0.5}, clusters};
    const double before = likelihood(some);
    const auto with = [&](auto change) {
      Evidence changed = some;
      change(changed);
      return likelihood(changed);
    };
    EXPECT_GT(with([](Evidence& e) { e.words = 0.3; }), before);
    EXPECT_GT(with([](Evidence& e) { e.known = 0.6; }), before);
    EXPECT_GT(with([](Evidence& e) { e.table.cosine = 0.4; }), before);
    EXPECT_GT(with([](Evidence& e) { e.table.coverage = 0.6; }), before);
    EXPECT_GT(with([](Evidence& e) { e.model.cosine = 0.4; }), before);
    EXPECT_GT(with([](Evidence& e) { e.model.coverage = 0.6; }), before);
    EXPECT_LT(with([](Evidence& e) { e.memories = 1'000; }), before);
  }
}

// "What coffee does Lena like?" is not answered by what else is known of Lena.
TEST(Doubt, GrowsWhereTheBestHoldsLittleOfAShortQuestion) {
  const auto left = [](double share, double words, double memory = 10, double coverage = 1) {
    return left_by_doubt({share, 0, words, memory, coverage});
  };
  EXPECT_GT(left(0.95, 2), 0.9);
  EXPECT_LT(left(0.4, 2), 0.25);
  EXPECT_LT(left(0.3, 3), 0.3);
  EXPECT_GT(left(0.6, 8), 0.9) << "a long question is not held in full by anything";
  EXPECT_LT(left(0.5, 4, 60), left(0.5, 4)) << "a long memory holds a word of every question";
  EXPECT_GT(left(0.4, 2, 10, 0.3), 0.9) << "words that the table does not know tell nothing";
  EXPECT_EQ(left(0.1, 1), 1) << "one word that meaning alone has found";
  EXPECT_GE(left(0, 2), least_left);
}

TEST(Doubt, GrowsWithWordsThatStandNowhereAndAreLikeNothing) {
  const auto left = [](double foreign) { return left_by_doubt({0.45, foreign, 3, 10, 1}); };
  EXPECT_GT(left(0), 0.75);
  EXPECT_LT(left(1.0 / 3), 0.4);
}

TEST(Doubt, IsWhateverTheMemorysLengthWhereWordsAloneHaveFoundIt) {
  const auto left = [](double share, double memory) {
    return left_by_doubt({share, 0, 3, memory, 1, false});
  };
  EXPECT_LT(left(0.3, 10), 0.3);
  EXPECT_GT(left(0.6, 10), 0.9);
  EXPECT_EQ(left(0.4, 10), left(0.4, 60));
}

}  // namespace
}  // namespace aim
