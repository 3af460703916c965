#include "app/release.h"

#include <gtest/gtest.h>

namespace aim::app {
namespace {

std::string line(char digit, const std::string& file) {
  return std::string(64, digit) + "  " + file + "\n";
}

TEST(Release, TheHighestVersionForThePlatform) {
  const std::string sums = line('1', "ai-memory-0.9.3-linux-x86_64.mcpb") +
                           line('2', "ai-memory-0.10.0-linux-x86_64.mcpb") +
                           line('3', "ai-memory-0.11.0-linux-aarch64.mcpb") +
                           line('4', "ai-memory-0.12.0-linux-x86_64.tar.gz") +
                           line('5', "ai-memory-0.9.10-linux-x86_64.mcpb");
  const auto newest = newest_bundle(sums, "linux-x86_64");
  ASSERT_TRUE(newest);
  EXPECT_EQ(newest->version, "0.10.0");
  EXPECT_EQ(newest->file, "ai-memory-0.10.0-linux-x86_64.mcpb");
  EXPECT_EQ(newest->sha256, std::string(64, '2'));
  EXPECT_FALSE(newest_bundle(sums, "macos-arm64"));
}

TEST(Release, PassesOverWhatIsNoLineOfSums) {
  const std::string file = "ai-memory-1.0.0-linux-x86_64.mcpb";
  for (const std::string& text :
       {std::string(), std::string("<html>"), file, line('g', file), line('A', file),
        std::string(63, '1') + "  " + file, std::string(64, '1') + " *" + file,
        line('1', "../" + file), line('1', "ai-memory--linux-x86_64.mcpb"),
        line('1', "ai-memory-linux-x86_64.mcpb"), line('1', "ai-memory-1..0-linux-x86_64.mcpb"),
        line('1', "ai-memory-1.0.-linux-x86_64.mcpb"),
        line('1', "ai-memory-1.0/../2-linux-x86_64.mcpb"),
        line('1', "ai-memory-99999999999-linux-x86_64.mcpb")})
    EXPECT_FALSE(newest_bundle(text, "linux-x86_64")) << text;
}

TEST(Release, ComparesByNumbers) {
  EXPECT_TRUE(is_higher("0.10.0", "0.9.9"));
  EXPECT_TRUE(is_higher("1.0", "0.9.9"));
  EXPECT_TRUE(is_higher("1.0.1", "1.0"));
  EXPECT_FALSE(is_higher("0.3.0", "0.3.0"));
  EXPECT_FALSE(is_higher("0.3.0", "0.10.0"));
}

}  // namespace
}  // namespace aim::app
