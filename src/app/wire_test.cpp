#include "app/wire.h"

#include <gtest/gtest.h>

#include "app/app_testing.h"

namespace aim::app {
namespace {

using testing::invocation, testing::Variable;

TEST(StoreAddress, TakesPathsAndPostgres) {
  const Variable home("HOME", "/home/me");
  EXPECT_EQ(*store_address("~/a.db", "--db"), "/home/me/a.db");
  EXPECT_EQ(*store_address("a.db", "--db"), "a.db");
  EXPECT_EQ(*store_address("postgres://me@host/x", "--db"), "postgres://me@host/x");
  const auto refused = store_address("mysql://me:secret@host/x", "--db");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message.find("secret"), std::string::npos);
}

TEST(DatabaseOf, TheFlagBeforeTheEnvironmentBeforeTheConfiguration) {
  Config config;
  config.db = "/srv/configured.db";
  ::unsetenv("AI_MEMORY_DB");
  EXPECT_EQ(*database_of(invocation({"stats"}), config), "/srv/configured.db");
  const Variable variable("AI_MEMORY_DB", "/srv/environment.db");
  EXPECT_EQ(*database_of(invocation({"stats"}), config), "/srv/environment.db");
  EXPECT_EQ(*database_of(invocation({"stats", "--db", "/srv/flag.db"}), config), "/srv/flag.db");
}

TEST(TierOf, ReadsFeaturesByItsOldNameToo) {  // S62
  const auto level = [](const std::vector<std::string>& words) {
    return std::string(name_of(*tier_of(invocation(words), Config{})));
  };
  EXPECT_EQ(level({"mcp"}), "semantic");
  EXPECT_EQ(level({"mcp", "--features", "smart"}), "smart");
  EXPECT_EQ(level({"mcp", "--tier", "smart"}), "smart");
  EXPECT_EQ(level({"recall", "x", "--features", "keyword"}), "keyword");
  EXPECT_EQ(level({"recall", "x", "--tier", "keyword"}), "keyword");
  EXPECT_EQ(level({"recall", "x", "--feature-tier", "keyword"}), "keyword");
  EXPECT_EQ(level({"recall", "x", "-T", "keyword"}), "keyword");
  EXPECT_EQ(level({"recall", "x", "--tier", "long"}), "semantic") << "the lifetime of memories";
}

TEST(MakeStore, ChoosesByTheAddressAndOpensNothing) {
  const SystemClock clock;
  EXPECT_FALSE(make_store("/nonexistent/folder/a.db", {}, clock)->exists());
  EXPECT_EQ(make_store("/nonexistent/folder/a.db", {}, clock)->name(), "/nonexistent/folder/a.db");
}

}  // namespace
}  // namespace aim::app
