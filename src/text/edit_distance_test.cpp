#include "text/edit_distance.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace aim::text {
namespace {

TEST(EditDistance, CountsTheSlips) {
  struct {
    std::string_view a, b;
    std::size_t distance;
  } const cases[] = {
      {"", "", 0},
      {"", "abc", 3},
      {"abc", "", 3},
      {"tier", "tier", 0},
      {"tire", "tier", 1},  // a swap
      {"itre", "tier", 2},
      {"title", "tite", 1},
      {"titel", "title", 1},
      {"namspace", "namespace", 1},
      {"kitten", "sitting", 3},
      {"ca", "abc", 3},  // optimal string alignment: no edit inside a swapped pair
  };
  for (const auto& [a, b, distance] : cases) {
    EXPECT_EQ(edit_distance(a, b, 10), distance) << a << ' ' << b;
    EXPECT_EQ(edit_distance(b, a, 10), distance) << b << ' ' << a;
  }
}

TEST(EditDistance, StopsPastTheBound) {
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3U);
  EXPECT_EQ(edit_distance("abcdefgh", "stuvwxyz", 2), 3U);
  EXPECT_EQ(edit_distance("abab", "baba", 1), 2U);
  EXPECT_EQ(edit_distance("a", std::string(100'000, 'a'), 3), 4U);
}

TEST(Nearest, FindsTheNameMeant) {
  constexpr std::array<std::string_view, 6> known = {"content",   "context", "limit",
                                                     "namespace", "tier",    "title"};
  EXPECT_EQ(nearest("namespce", known), "namespace");
  EXPECT_EQ(nearest("tilte", known), "title");
  EXPECT_EQ(nearest("teir", known), "tier");
  EXPECT_EQ(nearest("tier", known), "tier");
  EXPECT_EQ(nearest("contxt", known), "context");
  EXPECT_EQ(nearest("conte_t", known), "content");  // equally near: the first
  EXPECT_EQ(nearest("name", known), std::nullopt);
  EXPECT_EQ(nearest("colour", known), std::nullopt);
  EXPECT_EQ(nearest("", known), std::nullopt);
  EXPECT_EQ(nearest("tier", {}), std::nullopt);
}

}  // namespace
}  // namespace aim::text
