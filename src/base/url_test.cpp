#include <gtest/gtest.h>

#include "base/quoting.h"

namespace aim {
namespace {

TEST(Url, IsToldFromAPath) {
  for (const char* each : {"https://example.org", "mysql://u:p@h/x", "git+ssh://h", "C3://"})
    EXPECT_TRUE(is_url(each)) << each;
  for (const char* each :
       {"", "://x", "/a/b", "~/a", "a:/b", "a b://c", "../x://y", "9p://x", "host"})
    EXPECT_FALSE(is_url(each)) << each;
}

TEST(Url, IsShownWithoutItsUser) {
  EXPECT_EQ(without_user("https://example.org/a?b=c"), "https://example.org/a?b=c");
  EXPECT_EQ(without_user("https://user:secret@example.org/a"), "https://***@example.org/a");
  EXPECT_EQ(without_user("https://user:se/cr@et@example.org/a"), "https://***@example.org/a");
  EXPECT_EQ(without_user("user:secret@example.org"), "***@example.org");
}

}  // namespace
}  // namespace aim
