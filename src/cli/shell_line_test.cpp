#include "cli/shell_line.h"

#include <gmock/gmock.h>

namespace aim::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> words(std::string_view line) {
  return words_of(line).value_or(std::vector<std::string>{"refused"});
}

TEST(ShellLine, IsCutAsAShellDoes) {
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" \t "), IsEmpty());
  EXPECT_THAT(words("recall  which database\r"), ElementsAre("recall", "which", "database"));
  EXPECT_THAT(words("a 'b c' \"d 'e\" f\\ g"), ElementsAre("a", "b c", "d 'e", "f g"));
  EXPECT_THAT(words("--tags=a\"b c\"d ''"), ElementsAre("--tags=ab cd", ""));
  EXPECT_THAT(words("'a\\b' \"a\\\"b\" end\\"), ElementsAre("a\\b", "a\"b", "end\\"));
  EXPECT_FALSE(words_of("say 'nothing"));
}

TEST(ShellLine, KnowsTheWordThatIsBeingWritten) {
  EXPECT_THAT(open_line("").words, ElementsAre(""));
  EXPECT_THAT(open_line("get ").words, ElementsAre("get", ""));
  EXPECT_EQ(open_line("get ").last_bytes, 0U);
  EXPECT_THAT(open_line("get 'a b").words, ElementsAre("get", "a b"));
  EXPECT_EQ(open_line("get 'a b").last_bytes, 4U);
}

TEST(ShellLine, WritesWordsThatAreReadAgain) {
  for (const char* text : {"plain", "", "two words", "it's", "a\"b", "back\\slash", "\t"})
    EXPECT_THAT(words(as_word(text)), ElementsAre(text));
}

}  // namespace
}  // namespace aim::cli
