#include "text/passages.h"

#include <gmock/gmock.h>

#include <string>

#include "base/utf8.h"

namespace aim::text {
namespace {

using ::testing::ElementsAre;

std::string many(std::string_view text, std::size_t times) {
  std::string out;
  for (; times > 0; --times) out += text;
  return out;
}

TEST(Passages, AShortTextIsOne) {
  EXPECT_THAT(passages("We use PostgreSQL 16."), ElementsAre("We use PostgreSQL 16."));
  EXPECT_THAT(passages("  two\n\nlines \n"), ElementsAre("two\n\nlines"));
  EXPECT_THAT(passages(""), ElementsAre(""));
  EXPECT_THAT(passages(" \n\t "), ElementsAre(""));
}

TEST(Passages, ALongTextIsCutAtEndsOfLines) {
  const std::string turn = many("word ", 45);
  const std::string text =
      "Ann: " + turn + "\nBob: " + turn + "\nAnn: " + turn + "\nBob: " + turn + "\n";
  const auto parts = passages(text);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_TRUE(parts[1].starts_with("Ann: word"));
  EXPECT_TRUE(parts[1].ends_with("word"));
}

TEST(Passages, ShortLinesShareOne) {
  const std::string text = many("- a point of some words\n", 60);
  const auto parts = passages(text);
  EXPECT_EQ(parts.size(), 3U);
  EXPECT_TRUE(parts[0].starts_with("- a point"));
}

TEST(Passages, ALongLineIsBrokenAtSentencesThenWordsThenCharacters) {
  const std::string sentence = many("word ", 60) + "end.";
  const std::string text = sentence + " " + sentence + " " + sentence + " " + sentence;
  const auto sentences = passages(text);
  ASSERT_EQ(sentences.size(), 4U);
  for (const std::string_view part : sentences) EXPECT_TRUE(part.ends_with("end."));
  const std::string words = many("word ", 400), characters = many("記憶", 400);
  for (const std::string_view part : passages(words))
    EXPECT_TRUE(part.starts_with("word") && part.ends_with("word"));
  for (const std::string_view part : passages(characters)) {
    EXPECT_LE(part.size(), passage_tokens * 3);
    EXPECT_TRUE(utf8::is_valid(part));
  }
}

TEST(Passages, NothingButBlanksIsLeftOut) {
  const std::string text = many("one two three. ", 300) + "\n\n" + many("four five six\n", 300);
  std::size_t at = 0;
  for (const std::string_view part : passages(text)) {
    const std::size_t begin = static_cast<std::size_t>(part.data() - text.data());
    EXPECT_EQ(text.substr(at, begin - at).find_first_not_of(" \n"), std::string::npos);
    at = begin + part.size();
  }
  EXPECT_EQ(text.substr(at).find_first_not_of(" \n"), std::string::npos);
}

TEST(Passages, TheirNumberIsBounded) {
  EXPECT_LE(passages(many(many("x", 200) + "\n", 5'000)).size(), max_passages);
}

TEST(Passages, AnyBytesAreAText) {
  for (const std::string& text : {many("\xff\x80 ", 500), many("\x80", 5'000)})
    EXPECT_FALSE(passages(text).empty());
}

}  // namespace
}  // namespace aim::text
