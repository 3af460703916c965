#include "mine/ignore_rules.h"

#include <gtest/gtest.h>

namespace aim::mine {
namespace {

using Verdict = IgnoreRules::Verdict;

TEST(IgnoreRules, Patterns) {
  struct Case {
    std::string_view pattern, path;
    bool fits;
  };
  const Case cases[] = {
      {"a.md", "a.md", true},
      {"a.md", "b.md", false},
      {"*.md", "a.md", true},
      {"*.md", "x/a.md", false},
      {"a?c", "abc", true},
      {"a?c", "a/c", false},
      {"[a-c]x", "bx", true},
      {"[!a-c]x", "bx", false},
      {"[!a-c]x", "dx", true},
      {"[]]", "]", true},
      {"[a", "[a", true},
      {"**/a", "a", true},
      {"**/a", "x/y/a", true},
      {"**/a", "x/ya", false},
      {"x/**/a", "x/a", true},
      {"x/**/a", "x/1/2/a", true},
      {"x/**", "x/1/2", true},
      {"x/**", "y/1", false},
      {"**/b*/c", "a/bc/bd/c", true},
      {"\\*", "*", true},
      {"\\*", "a", false},
      {"*a*b*c", "xxaxxbxxc", true},
      {"*a*b*c", "xxaxxbxx", false},
      {"", "", true},
  };
  for (const Case& each : cases)
    EXPECT_EQ(fits_pattern(each.pattern, each.path), each.fits) << each.pattern << " " << each.path;
}

TEST(IgnoreRules, TheLastThatFitsCounts) {
  const IgnoreRules rules("# comment\n\n*.md\r\n!keep.md\n/top\nfolder/\na/b   \n!\n/\n");
  EXPECT_EQ(rules.of("x/note.md", false), Verdict::ignored);
  EXPECT_EQ(rules.of("x/keep.md", false), Verdict::wanted);
  EXPECT_EQ(rules.of("top", false), Verdict::ignored);
  EXPECT_EQ(rules.of("x/top", false), Verdict::none);
  EXPECT_EQ(rules.of("x/folder", true), Verdict::ignored);
  EXPECT_EQ(rules.of("x/folder", false), Verdict::none);
  EXPECT_EQ(rules.of("a/b", false), Verdict::ignored);
  EXPECT_EQ(rules.of("x/a/b", false), Verdict::none);
}

TEST(IgnoreRules, ManyStarsAreNoTrap) {
  const std::string pattern = "**/" + std::string(60, '*') + "a*a*a*a*a*a*a*a*a*a*b";
  EXPECT_FALSE(fits_pattern(pattern, std::string(2'000, 'a')));
}

}  // namespace
}  // namespace aim::mine
