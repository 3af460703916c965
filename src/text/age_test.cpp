#include <gtest/gtest.h>

#include "text/stretch.h"

namespace aim::text {
namespace {

using namespace std::chrono_literals;

TEST(HumanAge, SaysItInTheLargestUnit) {
  const Time now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21);
  const std::pair<std::chrono::nanoseconds, const char*> ages[] = {
      {0s, "just now"},
      {59s, "just now"},
      {1min, "1m ago"},
      {5min + 59s, "5m ago"},
      {59min + 59s, "59m ago"},
      {1h, "1h ago"},
      {3h + 30min, "3h ago"},
      {23h + 59min, "23h ago"},
      {24h, "1d ago"},
      {24h * 29, "29d ago"},
      {24h * 30, "1mo ago"},
      {24h * 30 * 4 + 1h, "4mo ago"},
      {24h * 365 * 2, "24mo ago"},
  };
  for (const auto& [age, words] : ages) EXPECT_EQ(human_age(now - age, now), words);
}

TEST(HumanAge, TheFutureIsNow) {
  const Time now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21);
  EXPECT_EQ(human_age(now + 1h, now), "just now");
}

TEST(HumanAge, EveryTwoMomentsHaveOne) {
  EXPECT_EQ(human_age(Time::min(), Time::max()), "7116mo ago");
  EXPECT_EQ(human_age(Time::max(), Time::min()), "just now");
}

}  // namespace
}  // namespace aim::text
