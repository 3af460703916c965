#include "text/any_case.h"

#include <gmock/gmock.h>

#include <set>

namespace aim::text {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// What a walk over a sorted list finds, and in how many looks.
struct Walk {
  std::vector<std::string> found;
  int looks = 0;
};
Walk walk(const std::set<std::string>& list, std::string_view beginning) {
  const AnyCase cases(beginning);
  Walk walk;
  for (auto next = cases.at_least(""); next; ++walk.looks) {
    const auto at = list.lower_bound(*next);
    if (at == list.end())
      break;
    next = cases.at_least(*at);
    if (next == *at) {
      walk.found.push_back(*at);
      next = cases.at_least(*at + '\0');
    }
  }
  return walk;
}

TEST(AnyCase, FindsEveryWayInTheOrderOfBytes) {
  const std::set<std::string> list{"",      "A",     "TEAM", "TEAm/x", "Team", "Teak",
                                   "s",     "tEam",  "team", "team/",  "teal", "u",
                                   "Ärger", "ärger", "ära",  "ÄRGER",  "日本", "日"};
  EXPECT_THAT(walk(list, "tEaM").found,
              ElementsAre("TEAM", "TEAm/x", "Team", "tEam", "team", "team/"));
  EXPECT_THAT(walk(list, "är").found, ElementsAre("ÄRGER", "Ärger", "ära", "ärger"));
  EXPECT_THAT(walk(list, "日").found, ElementsAre("日", "日本"));
  EXPECT_THAT(walk(list, "v").found, IsEmpty());
  EXPECT_EQ(walk(list, "").found.size(), list.size());
}

TEST(AnyCase, JumpsOverWhatBeginsOtherwise) {
  std::set<std::string> list{"TAG-9", "tag-9"};
  for (int i = 0; i < 10'000; ++i) list.insert("tag-" + std::to_string(10'000 + i));
  const Walk found = walk(list, "Tag-9");
  EXPECT_THAT(found.found, ElementsAre("TAG-9", "tag-9"));
  EXPECT_LT(found.looks, 10);
}

TEST(AnyCase, TakesMalformedBytesAsTheyAre) {
  EXPECT_THAT(walk({"a\xff", "A\xff", "\xff", "a"}, "A\xff").found, ElementsAre("A\xff", "a\xff"));
}

}  // namespace
}  // namespace aim::text
