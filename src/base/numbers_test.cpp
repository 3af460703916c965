#include "base/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace aim {
namespace {

TEST(Numbers, RealOnesAreShortAndSeenToBeReal) {
  EXPECT_EQ(shortest_real(0), "0.0");
  EXPECT_EQ(shortest_real(-0.0), "-0.0");
  EXPECT_EQ(shortest_real(1), "1.0");
  EXPECT_EQ(shortest_real(10), "10.0");
  EXPECT_EQ(shortest_real(0.320), "0.32");
  EXPECT_EQ(shortest_real(9.173), "9.173");
  EXPECT_EQ(shortest_real(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(shortest_real(123456789), "123456789.0");
  EXPECT_EQ(shortest_real(1e300), "1e+300");
  EXPECT_EQ(shortest_real(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(shortest_real(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
}

}  // namespace
}  // namespace aim
