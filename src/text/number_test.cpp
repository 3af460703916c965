#include "text/number.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace aim::text {
namespace {

std::string of(double number) {
  std::string out;
  append_double(out, number);
  return out;
}

TEST(Number, DoublesAreShortAndSeenToBeDoubles) {
  EXPECT_EQ(of(0), "0.0");
  EXPECT_EQ(of(-0.0), "-0.0");
  EXPECT_EQ(of(1), "1.0");
  EXPECT_EQ(of(10), "10.0");
  EXPECT_EQ(of(0.320), "0.32");
  EXPECT_EQ(of(9.173), "9.173");
  EXPECT_EQ(of(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(of(123456789), "123456789.0");
  EXPECT_EQ(of(1e300), "1e+300");
  EXPECT_EQ(of(std::numeric_limits<double>::denorm_min()), "5e-324");
  EXPECT_EQ(of(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
}

TEST(Number, IntegersAreExact) {
  std::string out;
  append_integer(out, std::numeric_limits<std::int64_t>::min());
  out += ' ';
  append_integer(out, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(out, "-9223372036854775808 18446744073709551615");
}

}  // namespace
}  // namespace aim::text
