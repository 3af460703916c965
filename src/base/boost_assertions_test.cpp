#define BOOST_ENABLE_ASSERT_HANDLER 1  // as a release has it
#include <gtest/gtest.h>

#include <boost/assert.hpp>

namespace aim {
namespace {

TEST(BoostAssertionsDeathTest, SayWhereAndWhatAndEndTheProgram) {
  const int left = 0;
  EXPECT_DEATH(BOOST_ASSERT(left > 0), "boost_assertions_test.cpp:[0-9]+: .*left > 0");
  EXPECT_DEATH(BOOST_ASSERT_MSG(left > 0, "none left"), "left > 0.*none left");
}

}  // namespace
}  // namespace aim
