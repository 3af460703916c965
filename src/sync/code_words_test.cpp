#include <gmock/gmock.h>

#include "sync/group_keys.h"

namespace aim::sync {
namespace {

using ::testing::HasSubstr;

TEST(CodeWords, CarryASecretThroughSpeechAndTyping) {  // Y2
  for (int i = 0; i < 100; ++i) {
    const Secret secret = random_secret();
    const std::string code = code_of(secret);
    EXPECT_EQ(code.size(), 8U * 7 - 1) << code;
    EXPECT_EQ(secret_of(code).value(), secret);
    std::string loud = "  ";
    for (const char each : code) loud += each == '-' ? ' ' : static_cast<char>(each - 32);
    EXPECT_EQ(secret_of(loud + "\n").value(), secret);
  }
}

TEST(CodeWords, SayWhatIsWrong) {
  std::string code = code_of(Secret{1, 2, 3});
  EXPECT_THAT(secret_of("").error().message, HasSubstr("8 words"));
  EXPECT_THAT(secret_of(code.substr(7)).error().message, HasSubstr("got 7"));
  std::string typo = code;
  typo[0] = 'x';
  EXPECT_THAT(secret_of(typo).error().message, HasSubstr("that no code has"));
  std::string other = code;
  other[1] = other[1] == 'a' ? 'i' : 'a';
  EXPECT_THAT(secret_of(other).error().message, HasSubstr("mistake"));
  EXPECT_THAT(secret_of(code.substr(7) + "-" + code.substr(0, 6)).error().message,
              HasSubstr("mistake"));
}

}  // namespace
}  // namespace aim::sync
