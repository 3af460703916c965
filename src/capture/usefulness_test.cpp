#include "capture/usefulness.h"

#include <gmock/gmock.h>

namespace aim {
namespace {

using testing::ElementsAre;

TEST(Usefulness, KnowsAMemoryByWordsThatThePromptDoesNotHold) {
  const auto words =
      rare_words("The login timeout was fixed by raising PGBouncer's pool size to 40",
                 "How did we fix the login timeout?");
  EXPECT_THAT(words, ElementsAre("pgbouncer", "raising", "fixed"));
  EXPECT_TRUE(rests_on("By raising the pool size of pgbouncer.", words));
  EXPECT_FALSE(rests_on("By raising a hand.", words)) << "one word is a coincidence";
  EXPECT_TRUE(rests_on("Postgres.", rare_words("Postgres", ""))) << "there is but one";
  EXPECT_FALSE(rests_on("Anything", {}));
}

TEST(Usefulness, MovesTheThresholdOnlyAfterTwenty) {
  Usefulness project;
  for (int i = 0; i < 24; ++i) judge(project, false);
  EXPECT_DOUBLE_EQ(moved_threshold(project, 0.7), 0.7);
  judge(project, false);
  EXPECT_NEAR(moved_threshold(project, 0.7), 0.72, 1e-9);
  for (int i = 0; i < 200; ++i) judge(project, false);
  EXPECT_NEAR(moved_threshold(project, 0.7), 0.8, 1e-9) << "and no further";
}

TEST(Usefulness, LowersItWhereMostAreOfUse) {
  Usefulness project;
  for (int i = 0; i < 300; ++i) judge(project, true);
  EXPECT_NEAR(moved_threshold(project, 0.7), 0.5, 1e-9);
  EXPECT_NEAR(moved_threshold(project, 0.9), 0.6, 1e-9);
  EXPECT_EQ(project.last.size(), 20U);
}

TEST(Usefulness, StaysWhereSixOfTenAre) {
  Usefulness project;
  for (int i = 0; i < 100; ++i) judge(project, i % 5 < 3);
  EXPECT_DOUBLE_EQ(moved_threshold(project, 0.7), 0.7);
  EXPECT_DOUBLE_EQ(moved_threshold({}, 0.3), 0.3) << "what was configured is a bound of its own";
}

}  // namespace
}  // namespace aim
