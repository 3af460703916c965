#include "embed/vocabulary.h"

#include <gmock/gmock.h>

namespace aim::embed {
namespace {

const std::vector<std::string_view> pieces{"[UNK]", "play", "##ing", "ing",     "##",
                                           "#",     "play", "##x",   "\xC3\xA9"};

TEST(Vocabulary, FindsWordsAndContinuations) {
  const std::string image = build_vocabulary(pieces);
  const auto vocabulary = Vocabulary::over(image);
  ASSERT_TRUE(vocabulary);
  EXPECT_EQ(vocabulary->count(), pieces.size());
  for (std::uint32_t id = 0; id < pieces.size(); ++id) EXPECT_EQ(vocabulary->piece(id), pieces[id]);
  EXPECT_EQ(vocabulary->piece(9), "");
  EXPECT_EQ(vocabulary->find("play", false), 1U);  // the first of two
  EXPECT_EQ(vocabulary->find("ing", true), 2U);
  EXPECT_EQ(vocabulary->find("ing", false), 3U);
  EXPECT_EQ(vocabulary->find("##", false), 4U);
  EXPECT_EQ(vocabulary->find("play", true), std::nullopt);
  EXPECT_EQ(vocabulary->find("x", false), std::nullopt);
  EXPECT_EQ(vocabulary->find("", true), std::nullopt);
}

TEST(Vocabulary, HasItsLayout) {
  const std::string image = build_vocabulary(std::vector<std::string_view>{"a", "##b"});
  EXPECT_EQ(image.substr(0, 8), std::string("AIMVOC1\0", 8));
  EXPECT_EQ(image.size(), 8U + 4 * (2 + 3 + 4) + 4);
  EXPECT_EQ(image.substr(8, 8), std::string("\2\0\0\0\4\0\0\0", 8));
  EXPECT_EQ(image.substr(16, 12), std::string("\0\0\0\0\1\0\0\0\4\0\0\0", 12));
  EXPECT_EQ(image.substr(44), "a##b");
  PieceHash word(false), continued(true);
  word.add('a');
  continued.add('a');
  EXPECT_EQ(word.value(), 0xE40C292CU ^ 0xE40C292CU >> 15);
  EXPECT_NE(word.value(), continued.value());
}

TEST(Vocabulary, ReadsLines) {
  EXPECT_THAT(vocabulary_lines("a\nb\r\n\nc"), testing::ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(vocabulary_lines("a\n"), testing::ElementsAre("a"));
  EXPECT_TRUE(vocabulary_lines("").empty());
}

TEST(Vocabulary, SurvivesDamage) {
  const std::string image = build_vocabulary(pieces);
  for (std::size_t size = 0; size < image.size(); ++size)
    EXPECT_FALSE(Vocabulary::over(std::string_view(image).substr(0, size))) << size;
  for (std::size_t at = 0; at < image.size(); ++at)
    for (const char change : {'\x01', '\x80', '\xFF'}) {
      std::string changed = image;
      changed[at] = static_cast<char>(changed[at] ^ change);
      const auto vocabulary = Vocabulary::over(changed);
      if (!vocabulary)
        continue;
      for (const std::string_view piece : pieces) vocabulary->find(piece, at % 2 == 0);
      for (std::uint32_t id = 0; id < pieces.size(); ++id) vocabulary->piece(id);
    }
}

}  // namespace
}  // namespace aim::embed
