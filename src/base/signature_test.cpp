#include "base/signature.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

// RFC 8032, section 7.1, test 3.
constexpr auto secret = "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7";
constexpr auto open = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";
constexpr auto signature =
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
    "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a";

TEST(Signature, AgreesWithThePublishedExample) {
  const auto key = SigningKey::from_secret(secret);
  ASSERT_TRUE(key);
  EXPECT_EQ(key->public_key(), open);
  EXPECT_EQ(key->secret(), secret);
  EXPECT_EQ(key->sign("\xaf\x82"), signature);
  EXPECT_TRUE(is_signed_by(open, "\xaf\x82", signature));
}

TEST(Signature, FitsNoOtherTextAndNoOtherKey) {
  const SigningKey key = SigningKey::generate(), other = SigningKey::generate();
  EXPECT_NE(key.public_key(), other.public_key());
  const std::string signs = key.sign("text");
  EXPECT_TRUE(is_signed_by(key.public_key(), "text", signs));
  EXPECT_FALSE(is_signed_by(key.public_key(), "texT", signs));
  EXPECT_FALSE(is_signed_by(other.public_key(), "text", signs));
}

TEST(Signature, HasOneSpellingOnly) {
  const SigningKey key = SigningKey::generate();
  std::string signs = key.sign("text");
  const std::size_t letter = signs.find_first_of("abcdef");
  ASSERT_NE(letter, signs.npos);
  signs[letter] = static_cast<char>(signs[letter] - 'a' + 'A');
  EXPECT_FALSE(is_signed_by(key.public_key(), "text", signs));
  EXPECT_FALSE(is_signed_by(key.public_key(), "text", ""));
  EXPECT_FALSE(is_signed_by("", "text", key.sign("text")));
  EXPECT_TRUE(is_public_key(key.public_key()));
  EXPECT_FALSE(is_public_key(key.public_key().substr(1)));
  EXPECT_FALSE(SigningKey::from_secret("abc"));
}

}  // namespace
}  // namespace aim
