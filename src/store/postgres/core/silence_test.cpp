#include <gtest/gtest.h>

#include "store/postgres/core/database.h"
#include "store/postgres/core/failure.h"

namespace aim::store::postgres {
namespace {

using namespace std::chrono_literals;

TEST(PostgresSilence, WhileTheServerIsSilentOneCallAsksAndTheOthersAreRefused) {
  Silence silence;
  EXPECT_TRUE(silence.ask());
  EXPECT_TRUE(silence.ask());
  silence.fell_silent();
  const auto refused = silence.ask();
  ASSERT_FALSE(refused);
  EXPECT_TRUE(is_silent(refused.error()));
  EXPECT_EQ(refused.error().code, Code::unavailable);
  silence.heard();
  EXPECT_TRUE(silence.ask());
}

TEST(PostgresSilence, WhoeverWaitedForATurnNeedNotFindOutAgain) {
  Silence silence;
  const auto before = Silence::Clock::now() - 10s;
  EXPECT_TRUE(silence.ask(before));
  silence.fell_silent();
  EXPECT_FALSE(silence.ask(before));
}

}  // namespace
}  // namespace aim::store::postgres
