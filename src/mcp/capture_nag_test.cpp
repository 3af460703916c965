#include "mcp/capture_nag.h"

#include <gtest/gtest.h>

namespace aim::mcp {
namespace {

// The names are those of seed 002's cases.
TEST(CaptureNag, classify_tool_recognizes_writes) {
  EXPECT_TRUE(is_write_tool("memory_store"));
  EXPECT_TRUE(is_write_tool("memory_update"));
  EXPECT_TRUE(is_write_tool("memory_link"));
  EXPECT_TRUE(is_write_tool("memory_atomise"));
  EXPECT_TRUE(is_write_tool("memory_capture_turn")) << "a captured turn resets the counter too";
  EXPECT_EQ(write_tools().size(), 18U);
}

TEST(CaptureNag, classify_tool_defaults_to_other) {
  EXPECT_FALSE(is_write_tool("memory_recall"));
  EXPECT_FALSE(is_write_tool("memory_get"));
  EXPECT_FALSE(is_write_tool("bash"));
  EXPECT_FALSE(is_write_tool("unknown_future_tool"));
  EXPECT_FALSE(is_write_tool(""));
}

TEST(CaptureNag, TakesTheBestOfWhatIsKnownOfASpeaker) {
  const Speaker known = completed({"", "a"}, {"client", "connection"});
  EXPECT_EQ(known.agent, "client");
  EXPECT_EQ(known.session, "a");
  EXPECT_EQ(completed({"\xff", ""}, {"client", "connection"}).agent, "client") << "no UTF-8";
}

}  // namespace
}  // namespace aim::mcp
