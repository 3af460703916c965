#include <gtest/gtest.h>

#include "net/guard.h"

namespace aim::net {
namespace {

using namespace std::chrono_literals;

class GuessesTest : public ::testing::Test {
 protected:
  std::chrono::milliseconds fail(const std::string& address, int times) {
    std::chrono::milliseconds wait{0};
    for (int i = 0; i < times; ++i) wait = guesses_.failed(address, now_);
    return wait;
  }
  Guesses guesses_;
  Guesses::Clock::time_point now_ = Guesses::Clock::time_point() + 24h;
};

TEST_F(GuessesTest, AFewMistakesCostNothingThenEachWaitsLongerUpToABound) {
  EXPECT_EQ(fail("10.0.0.1", 3), 0ms);
  EXPECT_EQ(fail("10.0.0.1", 1), 100ms);
  EXPECT_EQ(fail("10.0.0.1", 1), 200ms);
  EXPECT_EQ(fail("10.0.0.1", 1'000), 3'000ms);
}

TEST_F(GuessesTest, OneAddressDoesNotSlowAnother) {
  fail("10.0.0.1", 20);
  EXPECT_EQ(fail("", 1), 0ms);
}

TEST_F(GuessesTest, TimeForgives) {
  fail("10.0.0.1", 1'000);
  now_ += 5min;
  EXPECT_EQ(fail("10.0.0.1", 1), 0ms);
}

TEST_F(GuessesTest, KeepsABoundedNumberOfAddresses) {
  for (std::size_t i = 0; i < 2 * Guesses::max_addresses; ++i) {
    now_ += 1us;
    fail(std::to_string(i), 1);
  }
  EXPECT_EQ(guesses_.size(), Guesses::max_addresses);
}

}  // namespace
}  // namespace aim::net
