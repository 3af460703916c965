#include "base/quoting.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(Quotes, EscapeWhatJsonAndTomlRefuse) {
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes("a \"b\" \\ é"), R"("a \"b\" \\ é")");
  EXPECT_EQ(in_quotes("\n\t\x1b"), R"("\u000a\u0009\u001b")");
  EXPECT_EQ(in_quotes("\x7f"), R"("\u007f")");
}

TEST(Quotes, AShellRunsNothingOfAWord) {
  EXPECT_EQ(as_shell_word("team/api-2.1_x"), "team/api-2.1_x");
  EXPECT_EQ(as_shell_word(""), "''");
  EXPECT_EQ(as_shell_word("a;b"), "'a;b'");
  EXPECT_EQ(as_shell_word("$(x)`y`"), "'$(x)`y`'");
  EXPECT_EQ(as_shell_word("it's"), R"('it'\''s')");
  EXPECT_EQ(as_shell_word("*"), "'*'");
}

}  // namespace
}  // namespace aim
