#include "engine/audit/nag.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

namespace aim::engine {
namespace {

class NagTest : public testing::Test {
 protected:
  static NagAction other(Nag& nag, std::string_view session = "session",
                         std::string_view agent = "agent") {
    return nag.observe(agent, session, ToolKind::other);
  }
};

// The names are those of the nag's published cases (H1); the two of the table of names are in
// mcp/protocol/caller_identity_test.cpp.
TEST_F(NagTest, primary_threshold_fires_exactly_once) {
  Nag nag({3, 10});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(other(nag), NagAction::none);
  EXPECT_EQ(other(nag), NagAction::warn);
  EXPECT_EQ(other(nag), NagAction::none);
}

TEST_F(NagTest, memory_write_resets_streak) {
  Nag nag({3, 10});
  for (int i = 0; i < 2; ++i) other(nag);
  EXPECT_EQ(nag.streak_for("agent", "session"), 2U);
  EXPECT_EQ(nag.observe("agent", "session", ToolKind::memory_write), NagAction::none);
  EXPECT_EQ(nag.streak_for("agent", "session"), 0U);
  for (int i = 0; i < 2; ++i) other(nag);
  EXPECT_EQ(other(nag), NagAction::warn) << "armed again";
}

TEST_F(NagTest, escalation_threshold_fires_after_sustained_drift) {
  Nag nag({2, 4});
  other(nag);
  EXPECT_EQ(other(nag), NagAction::warn);
  EXPECT_EQ(other(nag), NagAction::none);
  EXPECT_EQ(other(nag), NagAction::warn_and_escalate);
  EXPECT_EQ(other(nag), NagAction::none);
}

TEST_F(NagTest, per_session_counters_are_independent) {
  Nag nag({2, 10});
  other(nag, "session-a");
  EXPECT_EQ(nag.streak_for("agent", "session-b"), 0U);
  EXPECT_EQ(other(nag, "session-a"), NagAction::warn);
  EXPECT_EQ(other(nag, "session-b"), NagAction::none);
}

TEST_F(NagTest, per_agent_counters_are_independent) {
  Nag nag({2, 10});
  other(nag, "session", "agent-a");
  EXPECT_EQ(nag.streak_for("agent-b", "session"), 0U);
}

TEST_F(NagTest, drop_session_clears_counter) {
  Nag nag({2, 10});
  other(nag);
  EXPECT_EQ(nag.streak_for("agent", "session"), 1U);
  nag.drop_session("agent", "session");
  EXPECT_EQ(nag.streak_for("agent", "session"), 0U);
  EXPECT_EQ(nag.sessions(), 0U);
  nag.drop_session("agent", "never heard of");
}

TEST_F(NagTest, disabled_thresholds_never_fire) {
  Nag nag({0, 0});
  EXPECT_FALSE(nag.active());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(other(nag), NagAction::none);
}

TEST_F(NagTest, streak_saturates_instead_of_overflowing) {
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(one_more(most - 2), most - 1);
  EXPECT_EQ(one_more(most - 1), most);
  EXPECT_EQ(one_more(most), most);
}

TEST_F(NagTest, WarnsOfTheStrongerFirstWhenBothAreReached) {
  Nag nag({4, 2});
  other(nag);
  EXPECT_EQ(other(nag), NagAction::warn_and_escalate);
  other(nag);
  EXPECT_EQ(other(nag), NagAction::warn);
}

TEST_F(NagTest, ForgetsTheSessionThatHasBeenQuietLongest) {
  Nag nag({5, 20}, 2);
  other(nag, "a");
  other(nag, "b");
  other(nag, "a");
  other(nag, "c");
  EXPECT_EQ(nag.sessions(), 2U);
  EXPECT_EQ(nag.streak_for("agent", "a"), 2U);
  EXPECT_EQ(nag.streak_for("agent", "b"), 0U);
  EXPECT_EQ(nag.streak_for("agent", "c"), 1U);
  const auto streaks = nag.streaks(1);
  ASSERT_EQ(streaks.size(), 1U);
  EXPECT_EQ(streaks[0].session, "c");
}

TEST_F(NagTest, WarnsOnceHoweverManyThreadsCall) {
  Nag nag({100, 1'000});
  std::atomic<int> warned = 0, escalated = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&, own = "session " + std::to_string(i)] {
        for (int calls = 0; calls < 500; ++calls) {
          const NagAction action = other(nag);
          warned += action == NagAction::warn ? 1 : 0;
          escalated += action == NagAction::warn_and_escalate ? 1 : 0;
          other(nag, own);
        }
      });
  }
  EXPECT_EQ(nag.streak_for("agent", "session"), 4'000U);
  EXPECT_EQ(nag.sessions(), 9U);
  EXPECT_EQ(warned, 1);
  EXPECT_EQ(escalated, 1);
}

TEST_F(NagTest, KeepsLongNamesShort) {
  Nag nag;
  const std::string longest(1'000'000, 'x');
  other(nag, longest, longest);
  EXPECT_EQ(nag.streaks(1)[0].session.size(), Nag::max_name_bytes);
  EXPECT_EQ(nag.streak_for(longest, longest), 1U);
}

}  // namespace
}  // namespace aim::engine
