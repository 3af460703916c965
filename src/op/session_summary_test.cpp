#include "op/session_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aim::op {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Turn turn(Role role, std::string text) {
  Turn made;
  made.role = role;
  made.text = std::move(text);
  return made;
}

TEST(SessionSummary, KeepsDecisionsAndNextSteps) {
  const auto found = learnings_of(
      {turn(Role::user, "Should we use Postgres?"),
       turn(Role::user, "We decided to use Postgres because of its JSON support."),
       turn(Role::assistant, "Done.\n\nNext steps: write the migration for orders.\n")});
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].category, "decision");
  EXPECT_EQ(found[0].text, "We decided to use Postgres because of its JSON support.");
  EXPECT_EQ(found[1].category, "next_step");
}

TEST(SessionSummary, KeepsTheListUnderNextSteps) {
  const auto found =
      learnings_of({turn(Role::assistant,
                         "All pass.\n\n**Next steps:**\n\n- run the migration on staging\n"
                         "2. tell the accountants\n\nThat is all.\n- no step of any kind\n")});
  std::vector<std::string> steps;
  for (const auto& each : found)
    if (each.category == "next_step")
      steps.push_back(each.text);
  EXPECT_THAT(steps, ElementsAre("run the migration on staging", "tell the accountants"));
}

TEST(SessionSummary, SmallTalkGivesNothing) {
  EXPECT_THAT(learnings_of({turn(Role::user, "thanks!"), turn(Role::assistant, "You're welcome."),
                            turn(Role::user, "#skip We decided to use Kafka.")}),
              IsEmpty());
}

TEST(SessionSummary, OfAModelOnlyWhatRestsOnTheTurns) {
  const std::vector<Turn> turns{
      turn(Role::user, "Let us keep the cart in SQLite,  one file is enough."),
      turn(Role::assistant, "Done.")};
  const auto found = grounded_in(
      turns, {"The cart is kept in SQLite. «one FILE is enough»",
              "The cart is in Redis. «in Redis»", "Nothing is quoted here at all.",
              "Too short a quote is none. «in»", "» the wrong way round «one file is enough"});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].text, "The cart is kept in SQLite.");
  EXPECT_EQ(found[0].category, "learning");
}

TEST(SessionSummary, HasAtMostFiveAndTheSameOnce) {
  std::vector<Turn> turns;
  for (int number = 0; number < 9; ++number)
    turns.push_back(turn(Role::user, "We decided to use service " + std::to_string(number) + "."));
  turns.push_back(turns.back());
  EXPECT_THAT(learnings_of(turns), SizeIs(5));
}

}  // namespace
}  // namespace aim::op
