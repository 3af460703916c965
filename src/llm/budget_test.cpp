#include "llm/budget.h"

#include <gmock/gmock.h>

namespace aim::llm {
namespace {

using testing::HasSubstr;

TEST(Budget, IsSpentByCallsAndByTokens) {
  const Limits limits{2, 100};
  Spent spent{5, 0, 0};
  EXPECT_TRUE(spent.take_call(limits));
  EXPECT_EQ(spent.calls_left(limits), 1);
  EXPECT_TRUE(spent.take_call(limits));
  const auto refused = spent.take_call(limits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::unavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("2 calls a day is used up"));
  EXPECT_EQ(spent.calls, 2) << "what was refused is not counted";

  Spent thirsty{5, 0, 0};
  thirsty.add_tokens(99);
  EXPECT_EQ(thirsty.tokens_left(limits), 1);
  EXPECT_TRUE(thirsty.take_call(limits));
  thirsty.add_tokens(50);
  EXPECT_EQ(thirsty.tokens_left(limits), 0);
  EXPECT_THAT(thirsty.take_call(limits).error().message, HasSubstr("100 tokens a day"));
}

TEST(Budget, ZeroIsWithoutLimit) {
  Spent spent;
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(spent.take_call({}));
  EXPECT_FALSE(spent.calls_left({}));
}

TEST(Budget, BeginsAnewEachDayButNotWhenTheClockIsPutBack) {
  Spent spent{5, 7, 8};
  spent.begin_day(5);
  EXPECT_EQ(spent, (Spent{5, 7, 8}));
  spent.begin_day(4);
  EXPECT_EQ(spent, (Spent{5, 7, 8}));
  spent.begin_day(6);
  EXPECT_EQ(spent, (Spent{6, 0, 0}));
}

TEST(Budget, BelievesNoAbsurdCount) {
  Spent spent;
  spent.add_tokens(-5);
  EXPECT_EQ(spent.tokens, 0);
  spent.add_tokens(INT64_MAX);
  spent.add_tokens(INT64_MAX);
  EXPECT_GT(spent.tokens, 0);
}

TEST(Budget, DaysAreThoseOfUtc) {
  const std::chrono::sys_days day{std::chrono::year{2026} / 11 / 21};
  EXPECT_EQ(day_of(Time(day)), day.time_since_epoch().count());
  EXPECT_EQ(day_of(Time(day) - std::chrono::nanoseconds(1)), day.time_since_epoch().count() - 1);
}

}  // namespace
}  // namespace aim::llm
