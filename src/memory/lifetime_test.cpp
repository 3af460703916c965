#include "memory/lifetime.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/timestamp.h"

namespace aim {
namespace {

using namespace std::chrono_literals;

const Time now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 10h;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
using std::chrono::days;
using std::chrono::seconds;
using Expiry = std::optional<Time>;

constexpr Tier short_term = Tier::short_term, mid_term = Tier::mid_term,
               long_term = Tier::long_term;

TEST(Lifetime, BirthGivesAnExpiryByTier) {
  const Lifetimes configured{10s, 20s, 30s, 1s, 2s};
  EXPECT_EQ(expiry_at_birth(short_term, now, {}), now + 6h);
  EXPECT_EQ(expiry_at_birth(mid_term, now, {}), now + days(7));
  EXPECT_EQ(expiry_at_birth(long_term, now, {}), std::nullopt);
  EXPECT_EQ(expiry_at_birth(short_term, now, configured), now + 10s);
  EXPECT_EQ(expiry_at_birth(mid_term, now, configured), now + 20s);
  EXPECT_EQ(expiry_at_birth(long_term, now, configured), now + 30s);
}

TEST(Lifetime, TimesEndWhereTheyCanNoLongerBeWritten) {
  EXPECT_EQ(format_rfc3339(latest_time), "2261-12-31T23:59:59.999999999+00:00");
  EXPECT_TRUE(parse_rfc3339(format_rfc3339(latest_time), "t"));
  EXPECT_EQ(later(now, seconds::max()), latest_time);
  EXPECT_EQ(later(now, days(365 * 300)), latest_time);
  EXPECT_EQ(later(latest_time, 1s), latest_time);
  EXPECT_EQ(later(latest_time - 1ns, 1s), latest_time);
  EXPECT_EQ(later(Time::max(), 1s), Time::max());
  EXPECT_EQ(later(Time::min(), 1s), Time::min() + 1s);
  EXPECT_EQ(later(now, 0s), now);
  EXPECT_EQ(later(now, -5s), now);
  EXPECT_EQ(later(now, seconds::min()), now);
}

TEST(Lifetime, TouchesProlongAndPromote) {
  const struct {
    const char* what;
    Use before;
    std::int64_t touches;
    Tier tier;
    Expiry expires_at;
    bool promoted;
  } rows[] = {
      {"short is prolonged", {short_term, now + 5min}, 1, short_term, now + 1h, false},
      {"short keeps a later expiry", {short_term, now + 6h}, 1, short_term, now + 6h, false},
      {"short without expiry", {short_term, {}}, 1, short_term, {}, false},
      {"short is not promoted", {short_term, now + 5min, 100}, 1, short_term, now + 1h, false},
      {"mid is prolonged", {mid_term, now + 1h}, 1, mid_term, now + days(1), false},
      {"mid keeps a later expiry", {mid_term, now + days(7)}, 1, mid_term, now + days(7), false},
      {"mid without expiry", {mid_term, {}}, 1, mid_term, {}, false},
      {"mid, 4th access", {mid_term, now + 1h, 3}, 1, mid_term, now + days(1), false},
      {"mid, 5th access", {mid_term, now + 1h, 4}, 1, long_term, {}, true},
      {"mid, past the 5th", {mid_term, now + 1h, 7}, 1, long_term, {}, true},
      {"mid, five at a time", {mid_term, now + 1h, 0}, 5, long_term, {}, true},
      {"mid without expiry, 5th", {mid_term, {}, 4}, 1, long_term, {}, true},
      {"long stays", {long_term, {}, 4}, 1, long_term, {}, false},
      {"long with expiry stays", {long_term, now + 1h, 4}, 1, long_term, now + 1h, false},
      {"no touch, no change", {mid_term, now + 1h, 9}, 0, mid_term, now + 1h, false},
      {"fewer than none", {mid_term, now + 1h, 9}, -3, mid_term, now + 1h, false},
      {"already expired", {short_term, now - 1h}, 1, short_term, now + 1h, false},
  };
  for (const auto& row : rows) {
    const Use after = touched(row.before, row.touches, now, {});
    EXPECT_EQ(after.tier, row.tier) << row.what;
    EXPECT_EQ(after.expires_at, row.expires_at) << row.what;
    EXPECT_EQ(after.promoted, row.promoted) << row.what;
    EXPECT_EQ(after.access_count, row.before.access_count + std::max<std::int64_t>(row.touches, 0))
        << row.what;
    EXPECT_EQ(after.priority, row.before.priority) << row.what;
  }
}

TEST(Lifetime, TheConfigurationProlongs) {
  const Lifetimes configured{10s, 20s, 30s, 1s, 2s};
  EXPECT_EQ(touched({short_term, now}, 1, now, configured).expires_at, now + 1s);
  EXPECT_EQ(touched({mid_term, now}, 1, now, configured).expires_at, now + 2s);
  EXPECT_EQ(touched({mid_term, now, 4}, 1, now, configured).expires_at, now + 30s);
  EXPECT_EQ(touched({mid_term, now + 60s, 4}, 1, now, configured).expires_at, now + 60s);
  EXPECT_EQ(touched({mid_term, {}, 4}, 1, now, configured).expires_at, std::nullopt);
}

TEST(Lifetime, EachTenthAccessReinforcesUpToTen) {
  const struct {
    std::int64_t access_count, reinforcement, priority, touches, expected;
  } rows[] = {
      {8, 0, 5, 1, 0},           {9, 0, 5, 1, 1},
      {10, 1, 5, 1, 1},          {0, 0, 5, 10, 1},
      {0, 0, 5, 29, 2},          {5, 0, 5, 20, 2},
      {0, 0, 5, 1'000, 5},       {9, 0, 10, 1, 0},
      {9, 1, 9, 1, 1},           {9, 0, 9, 1, 1},
      {9, 7, 9, 1, 7},           {9, 0, 12, 1, 0},
      {-5, 0, 5, 1, 0},          {-5, 0, 5, 15, 1},
      {most, 0, 5, 1, 0},        {0, 0, 1, most, 9},
      {most - 1, 0, 5, most, 0}, {9, 0, -most - 1, 1, 1},
      {9, most, 5, 1, most},     {9, -most - 1, most, 1, -most - 1},
  };
  for (const auto& row : rows) {
    const Use after = touched({long_term, {}, row.access_count, row.reinforcement, row.priority},
                              row.touches, now, {});
    EXPECT_EQ(after.reinforcement, row.expected)
        << row.access_count << " + " << row.touches << " at " << row.priority;
  }
}

TEST(Lifetime, CountsSaturate) {
  EXPECT_EQ(touched({long_term, {}, most}, 1, now, {}).access_count, most);
  EXPECT_EQ(touched({long_term, {}, most - 1}, most, now, {}).access_count, most);
}

TEST(Lifetime, ManyTouchesAtOnceAreAsManyOneByOne) {
  for (const Tier tier : {short_term, mid_term, long_term})
    for (std::int64_t start = 0; start < 25; ++start)
      for (std::int64_t touches = 1; touches < 25; ++touches) {
        const Use before{tier, now + 30min, start, start / 10, 8};
        Use single = before;
        for (std::int64_t i = 0; i < touches; ++i) single = touched(single, 1, now, {});
        const Use at_once = touched(before, touches, now, {});
        EXPECT_EQ(at_once.tier, single.tier);
        EXPECT_EQ(at_once.expires_at, single.expires_at);
        EXPECT_EQ(at_once.access_count, single.access_count);
        EXPECT_EQ(at_once.reinforcement, single.reinforcement);
      }
}

TEST(Lifetime, ADeadlineStaysWhereItIs) {  // S26
  for (const Tier tier : {Tier::short_term, Tier::mid_term}) {
    Use use{tier, now + 60s};
    use.deadline = true;
    EXPECT_EQ(touched(use, 1, now, {}).expires_at, now + 60s);
  }
  Use promoted{Tier::mid_term, now + 60s, 4};
  promoted.deadline = true;
  promoted = touched(promoted, 1, now, {});
  EXPECT_EQ(promoted.tier, Tier::long_term);
  EXPECT_TRUE(promoted.promoted);
  EXPECT_EQ(promoted.expires_at, now + 60s);
}

}  // namespace
}  // namespace aim
