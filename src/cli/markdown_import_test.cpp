#include "cli/markdown_import.h"

#include <gtest/gtest.h>

namespace aim::cli {
namespace {

Result<std::string> arguments(const std::vector<std::string>& words) {
  const auto parsed = parse(words);
  return arguments_for_two_stores(std::get<Invocation>(parsed));
}

TEST(MarkdownImport, MakesArgumentsForTwoStores) {
  EXPECT_EQ(*arguments({"deduplicate"}), "{}");
  EXPECT_EQ(*arguments({"deduplicate", "--threshold", "0.9", "--merge", "--limit", "5"}),
            R"({"auto_merge":true,"limit":5,"similarity_threshold":0.9})");
  EXPECT_EQ(*arguments({"backfill", "--most", "7"}), R"({"limit":7})");
}

TEST(MarkdownImport, RefusesNumbersThatAreNotOne) {
  for (const char* text : {"1.2.3", "0.9,\"x\":1", "."}) {
    const auto refused = parse(std::vector<std::string>{"deduplicate", "--threshold", text});
    ASSERT_TRUE(std::holds_alternative<Answer>(refused)) << text;
    EXPECT_EQ(std::get<Answer>(refused).status, exit_usage) << text;
  }
}

}  // namespace
}  // namespace aim::cli
