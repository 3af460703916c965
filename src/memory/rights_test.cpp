#include "memory/rights.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(Rights, APatternNamesANamespaceWhatIsBelowOrAll) {
  EXPECT_TRUE(matches_pattern("team", "team"));
  EXPECT_FALSE(matches_pattern("team/a", "team"));
  EXPECT_TRUE(matches_pattern("team", "team/*"));
  EXPECT_TRUE(matches_pattern("team/a/b", "team/*"));
  EXPECT_FALSE(matches_pattern("teams", "team/*"));
  EXPECT_FALSE(matches_pattern("teams/a", "team/*"));
  EXPECT_TRUE(matches_pattern("anything", "*"));
  EXPECT_FALSE(matches_pattern("anything", ""));
}

TEST(Rights, NothingIsAllowedThatIsNotSaid) {
  const Rights none;
  EXPECT_FALSE(none.may_read("global"));
  EXPECT_FALSE(none.may_write("global"));
  EXPECT_FALSE(none.sees_all());
  EXPECT_FALSE(none.writes());
}

TEST(Rights, WhatMayBeWrittenMayBeRead) {
  const Rights rights{.read = {"team/*"}, .write = {"team/a"}};
  EXPECT_TRUE(rights.may_read("team/a"));
  EXPECT_TRUE(rights.may_write("team/a"));
  EXPECT_TRUE(rights.may_read("team/b"));
  EXPECT_FALSE(rights.may_write("team/b"));
  EXPECT_FALSE(rights.may_read("other"));
  EXPECT_TRUE((Rights{.write = {"*"}}.sees_all()));
  EXPECT_TRUE(Rights{.administers = true}.may_write("any"));
}

}  // namespace
}  // namespace aim
