#include "base/base64.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(Base64, WritesBothAlphabets) {
  EXPECT_EQ(to_base64("", Base64::standard), "");
  EXPECT_EQ(to_base64("a", Base64::standard), "YQ==");
  EXPECT_EQ(to_base64("a", Base64::url), "YQ");
  EXPECT_EQ(to_base64("\xff\xef\xbe", Base64::standard), "/+++");
  EXPECT_EQ(to_base64("\xff\xef\xbe", Base64::url), "_---");
}

TEST(Base64, ReadsWhatItWrites) {
  for (std::string text; text.size() < 70; text += static_cast<char>(text.size() * 37))
    for (const Base64 alphabet : {Base64::standard, Base64::url})
      EXPECT_EQ(from_base64(to_base64(text, alphabet), alphabet), text);
}

TEST(Base64, RefusesOtherText) {
  for (const char* text : {"YQ", "YQ=", "Y", "Y Q==", "YQ==x", "=", "_---"})
    EXPECT_FALSE(from_base64(text, Base64::standard)) << text;
  for (const char* text : {"YQ==", "Y", "/+++"})
    EXPECT_FALSE(from_base64(text, Base64::url)) << text;
}

}  // namespace
}  // namespace aim
