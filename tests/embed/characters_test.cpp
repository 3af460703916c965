// The tokenizer over every code point, against what the published one gave:
// tests/embed/tokenizer.py --hash prints it.
#include <gtest/gtest.h>

#include "embed/tokenizer.h"
#include "tokenizer_texts.h"

namespace aim::embed {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr Points points = Points::sampled;
constexpr std::uint64_t expected = 5774603401463165519U;
#else
constexpr Points points = Points::all;
constexpr std::uint64_t expected = 5096510829124750784U;
#endif

TEST(Characters, AreAllSeenAsThePublishedTokenizerSeesThem) {
  const std::vector<std::string> pieces = vocabulary_of_characters(points);
  const std::string image =
      build_vocabulary(std::vector<std::string_view>(pieces.begin(), pieces.end()));
  const auto tokenizer = Tokenizer::over(*Vocabulary::over(image));
  ASSERT_TRUE(tokenizer);
  TokenHash hash;
  for (char32_t character = 0; character < code_points; ++character)
    if (is_tried(character, points))
      hash.add(tokenizer->encode(text_around(character), 64));
  EXPECT_EQ(hash.value(), expected);
}

}  // namespace
}  // namespace aim::embed
