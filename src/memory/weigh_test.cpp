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

// As many as are wanted, then the rest: the same order as all at once, equal ones too.
TEST(Weigh, PutsInOrderWhatIsWanted) {
  std::vector<Signals> all;
  for (int at = 0; at < 40; ++at) all.push_back(signals(0.9, at * 7 % 5, 0, at % 3));
  const auto whole = weigh(all, {}, 0, now);
  auto some = weigh(all, {}, 0, now, 3);
  EXPECT_EQ(whole.in_order, 40U);
  EXPECT_EQ(some.in_order, 3U);
  put_in_order(some, all, 2);
  EXPECT_EQ(some.in_order, 3U);
  put_in_order(some, all, 12);
  put_in_order(some, all, all_in_order);
  ASSERT_EQ(some.in_order, 40U);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(some.weighed[i].at, whole.weighed[i].at) << i;
}

}  // namespace
}  // namespace aim
