#include <gmock/gmock.h>

#include "net/message.h"

namespace aim::net {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Query, Decodes) {
  EXPECT_EQ(decoded("a%2Fb%20c", false).value(), "a/b c");
  EXPECT_EQ(decoded("a+b", false).value(), "a+b");
  EXPECT_EQ(decoded("a+b%2B", true).value(), "a b+");
  EXPECT_EQ(decoded("%e4%BD%a0", false).value(), "你");
  EXPECT_EQ(decoded("", false).value(), "");
}

TEST(Query, RefusesWhatIsNotEncodedRightly) {
  for (const char* bad : {"%", "%2", "a%zz", "%+1", "%ff", "%C3%28", "\xff"})
    EXPECT_FALSE(decoded(bad, false)) << bad;
}

TEST(Query, CutsIntoPairs) {
  EXPECT_THAT(parse_query("a=1&b=x%20y&c&=d&&e=f=g&a=2").value(),
              ElementsAre(Pair("a", "1"), Pair("b", "x y"), Pair("c", ""), Pair("", "d"),
                          Pair("e", "f=g"), Pair("a", "2")));
  EXPECT_TRUE(parse_query("")->empty());
  EXPECT_THAT(parse_query("a=caf%e9+b").value(), ElementsAre(Pair("a", "caf\uFFFD b")));  // S55
  EXPECT_FALSE(parse_query("a=%"));
  EXPECT_FALSE(parse_query("%=a"));
}

}  // namespace
}  // namespace aim::net
