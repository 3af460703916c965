#include "text/clusters.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace aim::text {
namespace {

std::vector<std::u32string> clusters(std::u32string_view text) {
  std::vector<std::u32string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = cluster_end(text, at);
    EXPECT_GT(end, at);
    EXPECT_LE(end, text.size());
    out.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}
using Clusters = std::vector<std::u32string>;

TEST(Clusters, OtherScriptsAreCutAtCharacters) {
  EXPECT_EQ(clusters(U"数据库"), (Clusters{U"数", U"据", U"库"}));
  EXPECT_EQ(clusters(U"ガキ"), (Clusters{U"ガ", U"キ"}));
  EXPECT_EQ(clusters(U"데이터"), (Clusters{U"데", U"이", U"터"}));
}

// Scripts written without spaces are cut at their own units (N4).
TEST(Clusters, ThaiVowelsBelongToTheirConsonant) {
  // "database": a leading vowel, marks above, a following vowel, and consonants alone
  EXPECT_EQ(clusters(U"ฐานข้อมูล"), (Clusters{U"ฐา", U"น", U"ข้", U"อ", U"มู", U"ล"}));
  EXPECT_EQ(clusters(U"เมือง"), (Clusters{U"เมื", U"อ", U"ง"}));
  EXPECT_EQ(clusters(U"แพนเธอร์ส"), (Clusters{U"แพ", U"น", U"เธ", U"อ", U"ร์", U"ส"}));
  EXPECT_EQ(clusters(U"และ"), (Clusters{U"และ"}));
  // repetition mark, digits: units of their own
  EXPECT_EQ(clusters(U"ๆ๒๕"), (Clusters{U"ๆ", U"๒", U"๕"}));
}

TEST(Clusters, LaoIsLaidOutAsThai) {
  // "Lao people's", "language"
  EXPECT_EQ(clusters(U"ພາສາ"), (Clusters{U"ພາ", U"ສາ"}));
  EXPECT_EQ(clusters(U"ເມືອງ"), (Clusters{U"ເມື", U"ອ", U"ງ"}));
  EXPECT_EQ(clusters(U"ຫຼວງ"), (Clusters{U"ຫຼ", U"ວ", U"ງ"}));
}

TEST(Clusters, KhmerStacksConsonants) {
  // "Khmer", "Cambodia"
  EXPECT_EQ(clusters(U"ខ្មែរ"), (Clusters{U"ខ្មែ", U"រ"}));
  EXPECT_EQ(clusters(U"កម្ពុជា"), (Clusters{U"ក", U"ម្ពុ", U"ជា"}));
}

TEST(Clusters, BurmeseClosesSyllables) {
  // "Myanmar", "language", "good morning" begins so; a killed consonant closes what is before it
  EXPECT_EQ(clusters(U"မြန်မာ"), (Clusters{U"မြန်", U"မာ"}));
  EXPECT_EQ(clusters(U"ကောင်း"), (Clusters{U"ကောင်း"}));
  EXPECT_EQ(clusters(U"မင်္ဂလာ"), (Clusters{U"မင်္ဂ", U"လာ"}));
  // a vowel that is written with the same sign closes nothing
  EXPECT_EQ(clusters(U"သယော်"), (Clusters{U"သ", U"ယော်"}));
}

TEST(Clusters, NothingIsLongerThanACluster) {
  const std::u32string marks = U"ก" + std::u32string(100, U'่');
  EXPECT_EQ(clusters(marks).front().size(), max_cluster);
  EXPECT_EQ(clusters(std::u32string(50, U'เ')).size(), 50U);
}

TEST(Clusters, AnyCodePointsAreAText) {
  std::u32string all;
  for (char32_t character = 0x0E00; character <= 0xAA7F; ++character) all += character;
  std::u32string joined;
  for (const auto& cluster : clusters(all)) joined += cluster;
  EXPECT_EQ(joined, all);
}

TEST(Clusters, AreOfFourScripts) {
  for (const char32_t character : U"กเิກမក")
    if (character != 0) {
      EXPECT_TRUE(has_clusters(character)) << std::hex << std::uint32_t{character};
    }
  for (const char32_t character : U"a1据ガ데ع๒ๆ")
    EXPECT_FALSE(has_clusters(character)) << std::hex << std::uint32_t{character};
}

}  // namespace
}  // namespace aim::text
