#include <gtest/gtest.h>

#include "base/sealed_stream.h"

namespace aim {
namespace {

TEST(Seal, GivesTheTextBack) {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string("\0\xff\n", 3), std::string(10'000, 'x')})
    EXPECT_EQ(unseal(seal(text)), text);
}

TEST(Seal, NoticesEveryChangedCharacter) {
  const std::string sealed = seal("forget everything");
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    const auto opened = unseal(changed);
    // The last character of a part has bits that mean nothing; the text is then the same.
    EXPECT_TRUE(!opened || *opened == "forget everything") << i;
  }
}

TEST(Seal, RefusesWhatIsNoSeal) {
  for (const char* text : {"", ".", "..", "a.b", "no dot", "Zm9yZ2V0.", ".Zm9yZ2V0"})
    EXPECT_FALSE(unseal(text)) << text;
  EXPECT_FALSE(unseal(seal("a") + "x"));
  EXPECT_FALSE(unseal(seal("a").substr(1)));
}

TEST(RandomToken, IsDifferentEachTime) {
  EXPECT_EQ(random_token().size(), 32U);
  EXPECT_NE(random_token(), random_token());
}

}  // namespace
}  // namespace aim
