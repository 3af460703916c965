#include <gmock/gmock.h>

#include "memory/titles.h"

namespace aim {
namespace {

using testing::ElementsAre;

struct Case {
  const char* about;
  std::string content, title;
};

TEST(Untitled, TitlesComeFromTheContent) {
  const std::string words(60, 'a');
  const Case cases[] = {
      {"one short line is its own title", "Deploys go out on Tuesdays",
       "Deploys go out on Tuesdays"},
      {"120 bytes still", std::string(120, 'x'), std::string(120, 'x')},
      {"121 are too long", std::string(121, 'x'), std::string(100, 'x') + "… #79072a47"},
      {"white space that would be lost", " a", "a… #7de598b3"},
      {"two lines", "first\n\tsecond", "first second… #c2df5fdd"},
      {"a run of blanks", "a  b", "a b… #6e12db73"},
      {"Unicode's white space", "a\u00a0\u2003b", "a b… #cbf43182"},
      {"cut at a blank after byte 60",
       words + " " + std::string(20, 'b') + " " + std::string(60, 'c'),
       words + " " + std::string(20, 'b') + "… #2e14510e"},
      {"not at one before it", "short " + std::string(150, 'c'),
       "short " + std::string(94, 'c') + "… #957b4395"},
      {"between characters", std::string(99, 'x') + "éé" + words,
       std::string(99, 'x') + "… #3b421875"},
      {"where a word ends right there", std::string(100, 'x') + " " + words,
       std::string(100, 'x') + "… #ca092d26"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(derived_title(each.content), each.title) << each.about;
    EXPECT_TRUE(is_untitled(each.title, each.content)) << each.about;
  }
}

TEST(Untitled, FurtherTitlesAreForContentsWhoseFirstIsTaken) {
  EXPECT_THAT(derived_titles("abc"),
              ElementsAre("abc", "abc… #ba7816bf", "abc… #ba7816bf8f01cfea"));
  for (const std::string& title : derived_titles("abc")) EXPECT_TRUE(is_untitled(title, "abc"));
  EXPECT_EQ(derived_titles("a\nb").size(), 2U);
}

TEST(Untitled, AGivenTitleIsNone) {
  EXPECT_FALSE(is_untitled("Deploys", "Deploys go out on Tuesdays"));
  EXPECT_FALSE(is_untitled("abc… #00000000", "abc"));
  EXPECT_FALSE(is_untitled(" abc", " abc")) << "white space at an end is not in a derived title";
  EXPECT_FALSE(is_untitled(std::string(121, 'x'), std::string(121, 'x')));
}

}  // namespace
}  // namespace aim
