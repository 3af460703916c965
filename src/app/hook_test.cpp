#include "app/hook.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "profile/profile.h"

namespace aim::app {
namespace {

const profile::Profile& profile_named(std::string_view name) {
  const auto& all = profile::profiles();
  return *std::ranges::find(all, name, &profile::Profile::name);
}

TEST(HookSettings, FollowTheConfiguration) {
  Config config;
  config.hooks_recall = false;
  config.hooks_decisions = "store";
  config.hooks_limit = 7;
  const op::HookSettings settings = hook_settings(config, profile_named("core"));
  EXPECT_FALSE(settings.recall);
  EXPECT_EQ(settings.decisions, "store");
  EXPECT_EQ(settings.limit, 7);
  EXPECT_TRUE(settings.by_meaning);
  EXPECT_FALSE(settings.by_profile);
  EXPECT_FALSE(settings.decision_at_stop);
}

TEST(HookSettings, SearchByWordsAloneAtTheLevelKeyword) {
  Config config;
  config.tier = FeatureTier::keyword;
  EXPECT_FALSE(hook_settings(config, profile_named("core")).by_meaning);
}

TEST(HookSettings, AreNarrowedByVectorMemorysOwn) {
  Config config;
  config.vector_error_resolution = false;
  config.vector_decision_detection = false;
  config.vector_trigger_limit = 2;
  const op::HookSettings settings = hook_settings(config, profile_named("vector-memory"));
  EXPECT_TRUE(settings.by_profile);
  EXPECT_FALSE(settings.errors);
  EXPECT_EQ(settings.decisions, "off");
  EXPECT_EQ(settings.limit, 2);
  EXPECT_TRUE(hook_settings(config, profile_named("core")).errors);
}

TEST(StoreStanding, OfTwoStoresNeedsBothReady) {
  const auto both = [](StoreStanding user, bool project_exists, bool project_ready) {
    const StoreStanding standing = with_project(user, project_exists, project_ready);
    return std::pair(standing.exists, standing.is_current);
  };
  EXPECT_EQ(both({false, false}, false, true), std::pair(false, true)) << "empty, not unusable";
  EXPECT_EQ(both({false, false}, true, true), std::pair(true, true));
  EXPECT_EQ(both({true, true}, false, true), std::pair(true, true));
  EXPECT_EQ(both({true, false}, true, true), std::pair(true, false)) << "user's is outdated";
  EXPECT_EQ(both({true, true}, true, false), std::pair(true, false)) << "project's is outdated";
}

}  // namespace
}  // namespace aim::app
