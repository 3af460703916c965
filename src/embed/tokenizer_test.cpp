#include "embed/tokenizer.h"

#include <gmock/gmock.h>

#include <chrono>

#include "base/utf8.h"

namespace aim::embed {
namespace {

using testing::ElementsAre;

const std::vector<std::string_view> pieces{
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]",       "the", "un", "##aff", "##able",
    ",",     "naive", "a",     "##a",   "\xE6\x97\xA5", "[",   "]",  "cls"};

class Words : public testing::Test {
 protected:
  std::vector<std::uint32_t> encode(std::string_view text, std::size_t max = 64) const {
    return tokenizer_->encode(text, max);
  }

  std::string image_ = build_vocabulary(pieces);
  Result<Tokenizer> tokenizer_ = Tokenizer::over(*Vocabulary::over(image_));
};

TEST_F(Words, AreCutIntoTheLongestPieces) {
  EXPECT_THAT(encode("The UNAFFABLE, unaff"), ElementsAre(2, 5, 6, 7, 8, 9, 6, 7, 3));
  EXPECT_THAT(encode("na\xC3\xAFve"), ElementsAre(2, 10, 3));                       // ï
  EXPECT_THAT(encode("a\xE6\x97\xA5\xE6\x97\xA5"), ElementsAre(2, 11, 13, 13, 3));  // 日日
  EXPECT_THAT(encode("the zebra"), ElementsAre(2, 5, 1, 3));
  EXPECT_THAT(encode(""), ElementsAre(2, 3));
  EXPECT_THAT(encode(std::string(100, 'a'), 200), testing::SizeIs(102));
  EXPECT_THAT(encode(std::string(101, 'a')), ElementsAre(2, 1, 3));
}

TEST_F(Words, OfTheModelItselfAreFoundAsTheyAreWritten) {
  EXPECT_THAT(encode("the[SEP]the [MASK]"), ElementsAre(2, 5, 3, 5, 4, 3));
  EXPECT_THAT(encode("[cls] [CLS"), ElementsAre(2, 14, 16, 15, 14, 16, 3));
}

TEST_F(Words, AreCutAtTheLimit) {
  EXPECT_THAT(encode("the unaffable the", 5), ElementsAre(2, 5, 6, 7, 3));
  EXPECT_THAT(encode("the [MASK][MASK]", 4), ElementsAre(2, 5, 4, 3));
  EXPECT_THAT(encode("the", 0), ElementsAre(2, 3));
  std::vector<std::uint32_t> out;
  tokenizer_->append_pieces("the, the", 2, out);
  EXPECT_THAT(out, ElementsAre(5, 9));
}

TEST_F(Words, MayHoldAnyBytes) {
  std::string all;
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; second += 5)
      all.append({static_cast<char>(first), static_cast<char>(second)});
  EXPECT_GE(encode(all, 100'000).size(), 2U);
  EXPECT_THAT(encode("the\xFF\xC3 \xF0\x9F"), ElementsAre(2, 5, 3));
}

TEST_F(Words, TakeATimeLinearInTheText) {
  const auto seconds = [this](const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    encode(text, 1 << 24);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (const std::string unit :
       {"a", "[", "\xCC\x81", "a\xCC\x81", "[MASK", "unaff\xEA\xB0\x80", " "}) {
    std::string text;
    while (text.size() < 1'000'000) text += unit;
    EXPECT_LT(seconds(text), 5) << unit;
  }
}

TEST_F(Words, AreCoveredByWhatHasAVectorOfItsOwn) {
  struct {
    std::string_view text;
    double pieces, words;
  } const rows[] = {
      {"the unaffable, the", 1, 6.0 / 15},
      {"the zebra", 3.0 / 8, 3.0 / 8},  // unknown
      {"a", 1, 1},                      // a word, if a short one
      {"aaa the", 3.0 / 6, 3.0 / 6},    // spelt letter by letter
      {"\u0E01\u0E32 the", 3.0 / 5, 3.0 / 5},
      {", ,", 1, 1},
      {"", 1, 1},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(tokenizer_->coverage(row.text).pieces, row.pieces) << row.text;
    EXPECT_EQ(tokenizer_->coverage(row.text).words, row.words) << row.text;
  }
}

TEST(Tokenizer, NeedsItsOwnWords) {
  const std::string image = build_vocabulary(std::vector<std::string_view>{"[UNK]", "[CLS]", "a"});
  EXPECT_FALSE(Tokenizer::over(*Vocabulary::over(image)));
}

}  // namespace
}  // namespace aim::embed
