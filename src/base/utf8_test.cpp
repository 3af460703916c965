#include "base/utf8.h"

#include <gtest/gtest.h>

#include <vector>

namespace aim::utf8 {
namespace {

using namespace std::literals;

TEST(Utf8, AcceptsWhatIsWellFormed) {
  const std::string_view texts[] = {
      ""sv,
      "plain"sv,
      "\0"sv,
      "\x7F"sv,
      "\xC2\x80"sv,          // U+0080, the first of two bytes
      "\xDF\xBF"sv,          // U+07FF
      "\xE0\xA0\x80"sv,      // U+0800
      "\xED\x9F\xBF"sv,      // U+D7FF, before the surrogates
      "\xEE\x80\x80"sv,      // U+E000, after them
      "\xEF\xBF\xBF"sv,      // U+FFFF
      "\xF0\x90\x80\x80"sv,  // U+10000
      "\xF4\x8F\xBF\xBF"sv,  // U+10FFFF
      "1234567\xC3\xA9"sv,   // across the eight bytes of the fast path
      "12345678\xC3\xA9 12345678 and more"sv,
      "Grüße, 世界 🌍"sv,
  };
  for (const auto text : texts) EXPECT_TRUE(is_valid(text)) << text;
}

TEST(Utf8, RefusesWhatIsNot) {
  const std::string_view texts[] = {
      "\x80"sv,                  // a continuation alone
      "\xBF"sv,                  //
      "\xC0\x80"sv,              // overlong NUL
      "\xC0\xAF"sv,              // overlong slash
      "\xC1\xBF"sv,              // overlong U+007F
      "\xE0\x80\xAF"sv,          // overlong, three bytes
      "\xE0\x9F\xBF"sv,          // overlong U+07FF
      "\xF0\x80\x80\xAF"sv,      // overlong, four bytes
      "\xF0\x8F\xBF\xBF"sv,      // overlong U+FFFF
      "\xED\xA0\x80"sv,          // U+D800
      "\xED\xBF\xBF"sv,          // U+DFFF
      "\xF4\x90\x80\x80"sv,      // U+110000
      "\xF5\x80\x80\x80"sv,      // no such lead
      "\xF8\x88\x80\x80\x80"sv,  // five bytes
      "\xFE"sv,
      "\xFF"sv,
      "\xC3"sv,          // cut short
      "\xE2\x82"sv,      //
      "\xF0\x9F\x8C"sv,  //
      "\xC3(",
      "\xE2\x82 x"sv,
      "\xE2(\xA1"sv,
      "12345678\xFF"sv,
      "1234567\xFF"sv,
      "12345678\xC3\xA9\x80 12345678"sv,
      "caf\xE9"sv,  // Latin-1
  };
  for (const auto text : texts) EXPECT_FALSE(is_valid(text)) << testing::PrintToString(text);
}

TEST(Utf8, ReadsCharacterByCharacter) {
  const struct {
    std::string_view text;
    std::u32string expected;
  } rows[] = {
      {"aé€🌍", U"aé€🌍"},
      {"\xC3(", U"\uFFFD("},
      {"\xE2\x82", U"\uFFFD\uFFFD"},
      {"\xED\xA0\x80x", U"\uFFFD\uFFFD\uFFFDx"},
      {"a\0b"sv, U"a\0b"s.substr(0, 3)},
  };
  for (const auto& row : rows) {
    std::u32string read;
    for (std::size_t at = 0; at < row.text.size();) read += next(row.text, at);
    EXPECT_EQ(read, row.expected) << testing::PrintToString(row.text);
  }
}

TEST(Utf8, AppendsEveryCharacterThatItReads) {
  for (char32_t character = 0; character <= 0x10FFFF; ++character) {
    if (character >= 0xD800 && character <= 0xDFFF)
      continue;
    std::string text;
    append(text, character);
    std::size_t at = 0;
    ASSERT_EQ(next(text, at), character);
    ASSERT_EQ(at, text.size());
    ASSERT_TRUE(is_valid(text));
  }
}

TEST(Utf8, AppendsTheReplacementForWhatIsNoCharacter) {
  for (const char32_t character : {0xD800U, 0xDFFFU, 0x110000U, 0xFFFFFFFFU}) {
    std::string text;
    append(text, character);
    EXPECT_EQ(text, "\uFFFD");
  }
}

TEST(Utf8, CutsBetweenCharacters) {
  const struct {
    std::string_view text;
    std::size_t max_bytes;
    std::string_view expected;
  } rows[] = {
      {"plain", 9, "plain"},
      {"plain", 5, "plain"},
      {"plain", 4, "plai"},
      {"plain", 0, ""},
      {"é", 1, ""},
      {"é", 2, "é"},
      {"aé", 2, "a"},
      {"€", 2, ""},
      {"a€", 3, "a"},
      {"a€", 4, "a€"},
      {"🌍🌍", 7, "🌍"},
      {"🌍🌍", 5, "🌍"},
      {"🌍🌍", 4, "🌍"},
      {"🌍🌍", 3, ""},
      {"\x80\x80\x80\x80\x80\x80", 5, "\x80\x80\x80\x80\x80"},
      {"a\xE2\x82", 2, "a\xE2"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(cut(row.text, row.max_bytes), row.expected) << row.text << " to " << row.max_bytes;
}

TEST(Utf8, CountsCharacters) {
  const struct {
    std::string_view text;
    std::size_t expected;
  } rows[] = {{"", 0}, {"plain", 5}, {"Grüße", 5}, {"世界🌍", 3}, {"\xFF\xFE", 2}};
  for (const auto& row : rows) EXPECT_EQ(count_characters(row.text), row.expected) << row.text;
}

TEST(Utf8, TakesTheFirstCharacters) {
  EXPECT_EQ(first_characters("Grüße", 3), "Grü");
  EXPECT_EQ(first_characters("Grüße", 5), "Grüße");
  EXPECT_EQ(first_characters("Grüße", 0), "");
  EXPECT_EQ(first_characters("", 3), "");
  EXPECT_EQ(first_characters("世界", 1), "世");
}

TEST(Utf8, KnowsWhiteSpace) {
  for (const char32_t space :
       U"\t\n\v\f\r \u0085\u00A0\u1680\u2000\u200A\u2028\u2029\u202F\u205F\u3000"sv)
    EXPECT_TRUE(is_white_space(space)) << static_cast<unsigned>(space);
  for (const char32_t other : U"\0a_\u001F\u200B\u2060\uFEFF\u180E世"sv)
    EXPECT_FALSE(is_white_space(other)) << static_cast<unsigned>(other);
}

TEST(Utf8, ShowsAnyTextOnOneLine) {
  const struct {
    std::string_view text;
    std::size_t max_characters;
    std::string_view expected;
  } rows[] = {
      {"short", 60, "short"},       {"Grüße", 5, "Grüße"},           {"Grüße", 4, "Grüß…"},
      {"a\nb\tc", 60, "a b c"},     {"\x1B[31m", 60, "\\u001b[31m"}, {"a\0b"sv, 60, "a\\u0000b"},
      {"caf\xE9", 60, "caf\uFFFD"},
  };
  for (const auto& row : rows) EXPECT_EQ(excerpt(row.text, row.max_characters), row.expected);
}

TEST(Utf8, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(visible("Grüße\n\tof 世界 🌍"), "Grüße\n\tof 世界 🌍");
  EXPECT_EQ(visible("\x1B[2J\r\x7F\x08"), "\\u001b[2J\\u000d\\u007f\\u0008");
  EXPECT_EQ(visible("\u009B31m \u0085 \u0080 \u00A0"), "\\u009b31m \\u0085 \\u0080 \u00A0");
  EXPECT_EQ(visible("\u202Egnp.exe\u202C \u2066x\u2069"), "\\u202egnp.exe\\u202c \\u2066x\\u2069");
  EXPECT_EQ(visible("1\u200Eb\u200Fc\u061C\u200D"), "1\\u200eb\\u200fc\\u061c\u200D");
  EXPECT_EQ(visible("a\x9B\xFFz"), "a\uFFFD\uFFFDz");
  EXPECT_EQ(excerpt("\u009B\u202E", 60), "\\u009b\\u202e");
}

}  // namespace
}  // namespace aim::utf8
