#include "memory/weigh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/timestamp.h"

namespace aim {
namespace {

using std::chrono::hours;

const Time now = parse_rfc3339("2026-11-21T12:00:00Z", "time")->time;

Signals signals(std::optional<double> cosine, std::int64_t priority = 5, std::int64_t uses = 0,
                int days = 0) {
  return {cosine, std::nullopt, priority, uses, now - hours(24) * days, false};
}
Weighed of(const Weighing& weighing, std::size_t at) {
  for (const Weighed& each : weighing.weighed)
    if (each.at == at)
      return each;
  ADD_FAILURE() << at << " is left out";
  return {};
}

TEST(Weigh, IsTheSumThatItExplains) {  // J2
  std::vector<Signals> all{signals(0.5, 10, 7, 30), signals(0.4, 8, 0, 60), signals(0.35, 2, 3, 0)};
  all[1].boosted = true;
  const Weights weights;
  const auto weighing = weigh(all, weights, 0, now);
  ASSERT_EQ(weighing.weighed.size(), 3U);
  for (const Weighed& each : weighing.weighed)
    EXPECT_NEAR(each.score,
                0.4 * each.similarity + 0.2 * each.recency + 0.2 * each.priority +
                    0.2 * each.usage + each.boost,
                1e-12);
  EXPECT_NEAR(of(weighing, 0).recency, 0.5, 1e-9);
  EXPECT_NEAR(of(weighing, 1).recency, 0.25, 1e-9);
  EXPECT_EQ(of(weighing, 0).priority, 1);
  EXPECT_EQ(of(weighing, 1).priority, 0.75);
  EXPECT_EQ(of(weighing, 2).priority, 0.25);
  EXPECT_EQ(of(weighing, 0).usage, 1);
  EXPECT_EQ(of(weighing, 1).usage, 0);
  EXPECT_NEAR(of(weighing, 2).usage, std::log(4.0) / std::log(8.0), 1e-12);
  EXPECT_EQ(of(weighing, 1).boost, 0.1);
}

TEST(Weigh, LeavesOutWhatIsFarFromTheQuestion) {
  // A fresh CORE memory about something else, and an old LOW one that answers.
  std::vector<Signals> all{signals(0.05, 10), signals(0.55, 2, 0, 60), signals(std::nullopt)};
  const auto weighing = weigh(all, {}, 0, now);
  ASSERT_EQ(weighing.weighed.size(), 2U);  // what has no vector yet is not far
  of(weighing, 1);
  of(weighing, 2);
  Weights plain;
  plain.floor = 0;
  EXPECT_EQ(weigh(all, plain, 0, now).weighed.front().at, 0U);
  all[0].fts_rank = -1;  // among the best by words
  EXPECT_EQ(weigh(all, {}, 0, now).weighed.size(), 3U);
  EXPECT_EQ(weigh(all, {}, 0.5, now).weighed.size(), 1U);
}

TEST(Weigh, TellsAnswersFromWhatEveryQuestionIsNearTo) {
  // An old LOW answer among many used CORE memories, all of which are a little like any question.
  std::vector<Signals> all{signals(0.6, 2, 0, 300)};
  for (int i = 0; i < 200; ++i) all.push_back(signals(0.3 + 0.0005 * i, 10, 9));
  const auto weighing = weigh(all, {}, 0, now);
  of(weighing, 0);
  EXPECT_EQ(weighing.weighed.size(), kept_nearest);  // the nearest others, nearer than 0.6 · 0.6
  Weights plain;
  plain.floor = 0;
  EXPECT_EQ(weigh(all, plain, 0, now).weighed.size(), all.size());
  // No more than a question may have answers: beside the best alone.
  all.resize(max_answers);
  for (std::size_t i = 1; i < all.size(); ++i) all[i].cosine = 0.37;
  EXPECT_EQ(weigh(all, {}, 0, now).weighed.size(), max_answers);
}

TEST(Weigh, LetsWordsSpeakBesideTheTable) {
  // All are alike to the table; a few hold words of the question.
  std::vector<Signals> all(200, signals(0.5));
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].cosine = 0.5 + 0.0001 * static_cast<double>(i);
  for (std::size_t i = 0; i < 5; ++i) all[i].fts_rank = -10 + static_cast<double>(i);
  const auto by_table = weigh(all, {}, 0, now, CosinesBy::table);
  EXPECT_LE(by_table.weighed.size(), kept_by_words + 1);   // and who is the fifth nearest
  EXPECT_NEAR(of(by_table, 1).similarity, 0.5001, 1e-12);  // words only say what is far
  const auto by_model = weigh(all, {}, 0, now);
  EXPECT_GE(by_model.weighed.size(), kept_by_words + kept_nearest);
  of(by_model, 199);
}

TEST(Weigh, GoesByWordsWhereThereAreNoVectors) {
  std::vector<Signals> all{signals({}), signals({}), signals({})};
  all[0].fts_rank = -2;
  all[1].fts_rank = -4;
  const auto weighing = weigh(all, {}, 0, now);
  EXPECT_FALSE(weighing.by_vectors);
  ASSERT_EQ(weighing.weighed.size(), 2U);
  EXPECT_EQ(weighing.weighed.front().at, 1U);
  EXPECT_EQ(of(weighing, 1).similarity, 1);
  EXPECT_EQ(of(weighing, 0).similarity, 0);
}

TEST(Weigh, CountsUsesThatAreAllTheSame) {
  EXPECT_EQ(of(weigh(std::vector{signals(1)}, {}, 0, now), 0).usage, 0);
  EXPECT_EQ(of(weigh(std::vector{signals(1, 5, 2), signals(1, 5, 2)}, {}, 0, now), 0).usage, 1);
}

TEST(Weigh, BreaksTiesByAgeAndOrder) {
  std::vector<Signals> all{signals(0.5), signals(0.5), signals(0.5)};
  all[1].created_at = now + hours(1);  // a clock that went back: as new as can be
  const auto weighing = weigh(all, {}, 0, now);
  EXPECT_EQ(weighing.weighed[0].at, 1U);
  EXPECT_EQ(weighing.weighed[1].at, 2U);
  EXPECT_TRUE(weigh({}, {}, 0, now).weighed.empty());
}

TEST(Weigh, DividesWeightsByTheirSum) {
  const Weights half = normalised({0.8, 0.4, 0.4, 0.4, 0.1, 30, 0.6});
  EXPECT_EQ(half, (Weights{0.4, 0.2, 0.2, 0.2, 0.1, 30, 0.6}));
  EXPECT_EQ(normalised({0, 0, 0, 0, 0.1, 30, 0.6}), Weights{});
}

}  // namespace
}  // namespace aim
