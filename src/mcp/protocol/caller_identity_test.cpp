#include "mcp/protocol/caller_identity.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "mcp/surface/surface.h"

namespace aim::mcp {
namespace {

bool is_write_tool(std::string_view name) {
  return counts_as_store(core_surface(), name);
}

// The names are those of the nag's published cases (H3, S11).
TEST(CaptureNag, classify_tool_recognizes_writes) {
  EXPECT_TRUE(is_write_tool("memory_store"));
  EXPECT_TRUE(is_write_tool("memory_update"));
  EXPECT_TRUE(is_write_tool("memory_link"));
  EXPECT_TRUE(is_write_tool("memory_atomise"));
  EXPECT_TRUE(is_write_tool("memory_capture_turn")) << "a captured turn resets the counter too";
  const auto& tools = core_surface().tools;
  const auto stores =
      std::count_if(tools.begin(), tools.end(), [](const Tool& tool) { return tool.stores; });
  EXPECT_EQ(static_cast<std::size_t>(stores) + core_surface().further_stores.size(), 18U);
}

TEST(CaptureNag, classify_tool_defaults_to_other) {
  EXPECT_FALSE(is_write_tool("memory_recall"));
  EXPECT_FALSE(is_write_tool("memory_get"));
  EXPECT_FALSE(is_write_tool("bash"));
  EXPECT_FALSE(is_write_tool("unknown_future_tool"));
  EXPECT_FALSE(is_write_tool(""));
}

TEST(CaptureNag, TakesTheBestOfWhatIsKnownOfASpeaker) {
  const CallerIdentity known = completed({"", "a"}, {"client", "connection"});
  EXPECT_EQ(known.agent, "client");
  EXPECT_EQ(known.session, "a");
  std::vector<std::string> shown;
  EXPECT_EQ(completed({}, {"client", "connection", false, &shown}).shown, &shown);
  EXPECT_EQ(completed({"\xff", ""}, {"client", "connection"}).agent, "client") << "no UTF-8";
}

}  // namespace
}  // namespace aim::mcp
