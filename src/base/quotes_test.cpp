#include "base/quotes.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(Quotes, EscapeWhatJsonAndTomlRefuse) {
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes("a \"b\" \\ é"), R"("a \"b\" \\ é")");
  EXPECT_EQ(in_quotes("\n\t\x1b"), R"("\u000a\u0009\u001b")");
  EXPECT_EQ(in_quotes("\x7f"), R"("\u007f")");
}

}  // namespace
}  // namespace aim
