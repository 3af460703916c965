#include "text/word_diff.h"

#include <gtest/gtest.h>

namespace aim::text {
namespace {

TEST(WordDiff, MarksWordsThatChanged) {
  EXPECT_EQ(word_diff("the job runs at 3 in the night", "the job runs at 4 in the night", 400),
            "the job runs at [-3-] {+4+} in the night");
}

TEST(WordDiff, SaysNothingOfBlanks) {
  EXPECT_EQ(word_diff("one  two\nthree", "one two three ", 400), "");
}

TEST(WordDiff, CutsLongRunsOfEqualWords) {
  EXPECT_EQ(
      word_diff("a b c d e f g h old i j k l m n o p", "a b c d e f g h new i j k l m n o p", 400),
      "\u2026 e f g h [-old-] {+new+} i j k l \u2026");
}

TEST(WordDiff, TakesCharactersWhereThereAreNoBlanks) {
  EXPECT_EQ(word_diff("東京タワーは高い。価格は100円", "東京タワーは低い。価格は200円", 400),
            "…タワーは[-高-]{+低+}い。価格は[-100-]{+200+}円");
  EXPECT_EQ(word_diff("定例は月曜", "定例は 火曜", 400), "定例は[-月-] {+火+}曜");
  EXPECT_EQ(word_diff("ไปวันนี้", "ไปพรุ่งนี้", 400).substr(0, 6), "ไป");
}

TEST(WordDiff, FindsWordsAddedAndRemoved) {
  EXPECT_EQ(word_diff("", "all new", 400), "{+all new+}");
  EXPECT_EQ(word_diff("all old", "", 400), "[-all old-]");
  EXPECT_EQ(word_diff("x b c", "b c y", 400), "[-x-] b c {+y+}");
}

TEST(WordDiff, KeepsWithinItsRoom) {
  const std::string line = word_diff(std::string(900, 'a'), std::string(900, 'b'), 100);
  EXPECT_LE(line.size(), 103U);
  EXPECT_TRUE(line.ends_with("\u2026"));
}

}  // namespace
}  // namespace aim::text
