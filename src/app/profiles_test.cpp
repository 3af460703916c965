#include "app/profiles.h"

#include <gtest/gtest.h>

#include "app/app_testing.h"

namespace aim::app {
namespace {

using testing::invocation, testing::Variable;

std::string chosen(const std::vector<std::string>& words, const Config& config = {},
                   std::string_view program = "ai-memory", std::string_view own = {}) {
  const auto profile = profile_of(invocation(words), config, program, own);
  return profile ? std::string((*profile)->name) : profile.error().message;
}

TEST(ProfileOf, TheFlagBeforeTheEnvironmentBeforeTheConfiguration) {
  Config config;
  EXPECT_EQ(chosen({"mcp"}, config), "core");
  config.profile_name = "mudpuppy";
  EXPECT_EQ(chosen({"mcp"}, config), "mudpuppy");
  const Variable variable("AI_MEMORY_PROFILE", "vector-memory");
  EXPECT_EQ(chosen({"mcp"}, config), "vector-memory");
  EXPECT_EQ(chosen({"mcp", "--profile", "core"}, config), "core");
}

TEST(ProfileOf, ACommandOverTwoStoresIsVectorMemorys) {
  EXPECT_EQ(chosen({"mcp"}, {}, "ai-memory", "vector-memory"), "vector-memory");
  EXPECT_EQ(chosen({"mcp", "--profile", "core"}, {}, "ai-memory", "vector-memory"), "core");
}

TEST(ProfileOf, RefusesUnknownNames) {
  EXPECT_NE(chosen({"mcp", "--profile", "nobody"}).find("nobody"), std::string::npos);
}

TEST(UnderProfile, MudpuppyMayHaveADatabaseOfItsOwn) {
  const Variable home("MUDPUPPY_HOME", "/nonexistent/mudpuppy");
  Config config;
  config.db = "/tmp/core.db";
  config.mudpuppy_db = "/tmp/mudpuppy.db";
  const auto& core = **profile_of(invocation({"mcp"}), config, "ai-memory");
  const auto& mudpuppy =
      **profile_of(invocation({"mcp", "--profile", "mudpuppy"}), config, "ai-memory");
  EXPECT_EQ(under_profile(config, core)->db, "/tmp/core.db");
  EXPECT_EQ(under_profile(config, mudpuppy)->db, "/tmp/mudpuppy.db");
  config.mudpuppy_namespace = "not a namespace";
  EXPECT_FALSE(under_profile(config, mudpuppy));
}

}  // namespace
}  // namespace aim::app
