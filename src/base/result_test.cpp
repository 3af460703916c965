#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace aim {
namespace {

Result<std::unique_ptr<int>> positive(int number) {
  if (number <= 0)
    return Failure(refuse("number", "must be at least 1"));
  return std::make_unique<int>(number);
}

Result<void> only_check(int number) {
  TRY_VOID(positive(number));
  return {};
}

Result<int> doubled(int number) {
  TRY_VOID(only_check(number));
  const std::unique_ptr<int> held = TRY(positive(number));
  return 2 * *held;
}

TEST(Result, TryGivesTheValue) {
  EXPECT_EQ(doubled(3).value(), 6);
}

TEST(Result, TryReturnsTheError) {
  const auto refused = doubled(0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::validation_failed);
  EXPECT_EQ(refused.error().message, "number must be at least 1");
  EXPECT_EQ(refused.error().field, "number");
}

}  // namespace
}  // namespace aim
