#include <gtest/gtest.h>

#include "llm/budget.h"

namespace aim::llm {
namespace {

using namespace std::chrono_literals;

constexpr Time start{std::chrono::sys_days{std::chrono::year{2026} / 11 / 21}};

TEST(Breaker, IsClosedUntilSomethingFails) {
  Breaker breaker;
  EXPECT_TRUE(breaker.lets_through(start));
  breaker.begin(start, 60s);
  EXPECT_TRUE(breaker.lets_through(start)) << "calls side by side are fine while all is well";
}

TEST(Breaker, OpensAtTheFirstFailureAndRestsLongerEachTime) {
  Breaker breaker;
  Time now = start;
  for (const auto rest : {15s, 30s, 60s, 120s, 240s, 480s, 600s, 600s}) {
    breaker.failed(now);
    EXPECT_FALSE(breaker.lets_through(now));
    EXPECT_FALSE(breaker.lets_through(now + rest - 1ns));
    EXPECT_TRUE(breaker.lets_through(now + rest));
    now += rest;
  }
}

TEST(Breaker, LetsOneTryWhenItIsHalfOpen) {
  Breaker breaker;
  breaker.failed(start);
  const Time later = start + 15s;
  breaker.begin(later, 60s);
  EXPECT_FALSE(breaker.lets_through(later));
  EXPECT_TRUE(breaker.lets_through(later + 60s)) << "the one that tried may have been killed";
  breaker.succeeded();
  EXPECT_EQ(breaker, Breaker{});
}

TEST(Breaker, HonoursALongerWishWithinBounds) {
  Breaker breaker;
  breaker.failed(start, 40s);
  EXPECT_FALSE(breaker.lets_through(start + 39s));
  EXPECT_TRUE(breaker.lets_through(start + 40s));
  breaker.failed(start, 1'000'000s);
  EXPECT_TRUE(breaker.lets_through(start + 600s));
}

TEST(Breaker, DoesNotStayOpenWhenTheClockIsPutBack) {
  Breaker breaker;
  breaker.failed(start);
  EXPECT_TRUE(breaker.lets_through(start - 1h));
}

TEST(Breaker, CountsWithoutEnd) {
  Breaker breaker;
  for (int i = 0; i < 5'000; ++i) breaker.failed(start);
  EXPECT_EQ(breaker.open_until, start + 600s);
}

}  // namespace
}  // namespace aim::llm
