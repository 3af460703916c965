#include "engine/golden_questions.h"

#include "engine/engine_testing.h"
#include "engine/forget.h"

namespace aim::engine {
namespace {

using testing::must;

TEST(GoldenChange, ComparesPlaces) {
  const auto run = [](std::optional<std::int64_t> rank) {
    return store::GoldenRun{{}, rank, {}, {}};
  };
  struct Case {
    std::optional<store::GoldenRun> before;
    std::optional<std::int64_t> now;
    RankChange change;
  };
  const Case cases[] = {
      {std::nullopt, 1, RankChange::first},
      {std::nullopt, std::nullopt, RankChange::first},
      {run(2), 2, RankChange::same},
      {run(3), 1, RankChange::better},
      {run(1), 10, RankChange::worse},
      {run(10), 11, RankChange::lost},
      {run(1), std::nullopt, RankChange::lost},
      {run(std::nullopt), 10, RankChange::back},
      {run(11), 1, RankChange::back},
      {run(std::nullopt), std::nullopt, RankChange::missing},
      {run(std::nullopt), 12, RankChange::missing},
  };
  for (const Case& each : cases)
    EXPECT_EQ(change_between(each.before, run(each.now)), each.change)
        << name_of(each.change) << " " << each.now.value_or(0);
}

class GoldenTest : public testing::EngineTest {};

TEST_F(GoldenTest, FindsWhatItFoundAndSaysWhatIsLost) {
  const GoldenSetup setup{false, "words"};
  const auto kept = id_of("Deploy", "We deploy with the blue script on Mondays");
  id_of("Lunch", "The canteen has soup on Mondays");
  const auto added = must(add_golden(*engine_, "how do we deploy", "", kept, setup));
  EXPECT_EQ(added.last->rank, 1);
  auto outcomes = must(run_golden(*engine_, setup, true));
  ASSERT_EQ(outcomes.size(), 1U);
  EXPECT_EQ(outcomes[0].change, RankChange::same);
  EXPECT_FALSE(outcomes[0].memory_is_gone);

  must(remove(*engine_, kept));
  outcomes = must(run_golden(*engine_, setup, false));
  EXPECT_EQ(outcomes[0].change, RankChange::lost);
  EXPECT_TRUE(outcomes[0].memory_is_gone);
  EXPECT_EQ(must(golden_questions(*engine_))[0].last->rank, 1) << "a dry run records nothing";
  must(run_golden(*engine_, setup, true));
  EXPECT_EQ(must(run_golden(*engine_, setup, true))[0].change, RankChange::lost)
      << "it stays lost until it is found again";
}

TEST_F(GoldenTest, AQuestionHasOneAnswer) {
  const GoldenSetup setup{false, "words"};
  const auto first = id_of("Deploy", "We deploy with the blue script");
  const auto second = id_of("Deploy now", "We deploy with the green script");
  const auto added = must(add_golden(*engine_, "which script deploys", "", first, setup));
  const auto again = must(add_golden(*engine_, "which script deploys", "", second, setup));
  EXPECT_EQ(added.number, again.number);
  ASSERT_EQ(must(golden_questions(*engine_)).size(), 1U);
  EXPECT_EQ(must(golden_questions(*engine_))[0].memory, second);
  must(remove_golden(*engine_, again.number));
  EXPECT_FALSE(remove_golden(*engine_, again.number));
}

TEST_F(GoldenTest, TakesWhatARecallFindsAtAPlace) {
  const GoldenSetup setup{false, "words"};
  const auto kept = id_of("Deploy", "We deploy with the blue script");
  EXPECT_EQ(must(add_golden_at(*engine_, "blue script", "", 1, setup)).memory, kept);
  EXPECT_FALSE(add_golden_at(*engine_, "blue script", "", 2, setup));
}

}  // namespace
}  // namespace aim::engine
