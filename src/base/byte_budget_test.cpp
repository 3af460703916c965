#include "base/byte_budget.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(ByteBudget, IsSharedByItsHolders) {
  const auto budget = std::make_shared<ByteBudget>(100);
  ByteCharge one(budget), other(budget);
  EXPECT_TRUE(one.take(60));
  EXPECT_FALSE(other.take(41));
  EXPECT_TRUE(other.take(40));
  EXPECT_FALSE(one.take(1));
  one.give(10);
  EXPECT_TRUE(other.take(10));
  EXPECT_EQ(budget->used(), 100U);
}

TEST(ByteBudget, GetsBackWhatAHolderHadAtItsEnd) {
  const auto budget = std::make_shared<ByteBudget>(100);
  {
    ByteCharge one(budget);
    EXPECT_TRUE(one.take(100));
    const ByteCharge moved = std::move(one);
    EXPECT_EQ(budget->used(), 100U);
  }
  EXPECT_EQ(budget->used(), 0U);
}

TEST(ByteBudget, LetsTheOnlyHolderGoBeyondIt) {
  const auto budget = std::make_shared<ByteBudget>(100);
  ByteCharge one(budget), other(budget);
  EXPECT_TRUE(one.take(90, true));
  EXPECT_TRUE(one.take(90, true));
  EXPECT_FALSE(other.take(1, true));
  one.give(180);
  EXPECT_TRUE(other.take(1, true));
  EXPECT_FALSE(one.take(200, true));
}

TEST(ByteBudget, SetsAHolderToANumber) {
  const auto budget = std::make_shared<ByteBudget>(100);
  ByteCharge one(budget);
  EXPECT_TRUE(one.set(80));
  EXPECT_FALSE(one.set(101));
  EXPECT_EQ(one.bytes(), 80U);
  EXPECT_TRUE(one.set(5));
  EXPECT_EQ(budget->used(), 5U);
}

TEST(ByteBudget, GrantsEverythingWhereThereIsNone) {
  ByteCharge free;
  EXPECT_TRUE(free.take(std::size_t{1} << 40U));
}

}  // namespace
}  // namespace aim
