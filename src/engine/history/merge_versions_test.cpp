#include <gmock/gmock.h>

#include <random>

#include "engine/engine_testing.h"
#include "engine/history/versions.h"

namespace aim::engine {
namespace {

using namespace testing;
using store::Version;
using ::testing::ElementsAre, ::testing::IsEmpty;

Version state(int until, std::string content, std::string change = "update") {
  Version version{0, Time(std::chrono::minutes(until)), std::move(change), {}, {}};
  version.memory.id = "a";
  version.memory.content = std::move(content);
  return version;
}

std::vector<std::string> told(const std::vector<Version>& versions) {
  std::vector<std::string> all;
  for (const Version& each : versions)
    all.push_back(std::to_string(each.version) + " " + each.memory.content + " " + each.change);
  return all;
}

TEST(MergeVersions, GoByTimeAndComeOnce) {
  const std::vector<Version> here{state(1, "one"), state(3, "three")};
  const std::vector<Version> there{state(1, "one"), state(2, "two")};
  EXPECT_THAT(told(merged_versions(here, there)),
              ElementsAre("1 one update", "2 two update", "3 three update"));
  EXPECT_EQ(told(merged_versions(here, there)), told(merged_versions(there, here)));
  EXPECT_THAT(merged_versions({}, {}), IsEmpty());
}

TEST(MergeVersions, WhatASyncWroteOverIsNoStateOfItsOwn) {
  // There it was changed twice; the sync took both changes at once.
  const std::vector<Version> there{state(1, "one"), state(2, "two")};
  EXPECT_THAT(told(merged_versions({state(2, "one")}, there)),
              ElementsAre("1 one update", "2 two update"));
  // Here it was changed as well: that state is one of its own.
  EXPECT_THAT(told(merged_versions({state(2, "mine")}, there)),
              ElementsAre("1 one update", "2 mine update", "3 two update"));
}

TEST(MergeVersions, ACutTakesWhatWasBeforeItFromBoth) {
  const std::vector<Version> here{state(2, "", "cut"), state(3, "three")};
  EXPECT_THAT(told(merged_versions(here, {state(1, "secret"), state(2, "secret")})),
              ElementsAre("1  cut", "2 three update"));
  EXPECT_THAT(told(merged_versions({state(1, "secret")}, here)),
              ElementsAre("1  cut", "2 three update"));
}

TEST(MergeVersions, OrderAndRepetitionChangeNothing) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    const auto history = [&] {
      std::vector<Version> versions;
      for (int at = 0, count = static_cast<int>(random() % 6); count > 0; --count)
        versions.push_back(state(at += 1 + static_cast<int>(random() % 3),
                                 std::string(1, static_cast<char>('a' + random() % 4)),
                                 random() % 9 == 0 ? "cut" : "update"));
      return versions;
    };
    const auto a = history(), b = history();
    const auto both = merged_versions(a, b);
    ASSERT_EQ(told(both), told(merged_versions(b, a)));
    ASSERT_EQ(told(both), told(merged_versions(both, a)));
    ASSERT_EQ(told(both), told(merged_versions(both, b)));
    ASSERT_EQ(told(both), told(merged_versions(both, both)));
  }
}

}  // namespace
}  // namespace aim::engine
