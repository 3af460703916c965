#include "base/derived_key.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

TEST(DerivedKey, IsTheSameForTheSamePassphraseAndSalt) {
  const Salt16 salt{1, 2, 3};
  const auto key = key_of_passphrase("correct horse", salt);
  ASSERT_TRUE(key);
  EXPECT_EQ(*key_of_passphrase("correct horse", salt), *key);
  EXPECT_NE(*key_of_passphrase("correct horse", Salt16{1, 2, 4}), *key);
  EXPECT_NE(*key_of_passphrase("correct horsf", salt), *key);
  // Existing files must stay readable.
  EXPECT_EQ(text_of_key(*key),
            "3d591131-2677522e-ededd7f0-df97383a-d217224f-cf07bc42-e2e720e9-5b19c3ab");
}

TEST(DerivedKey, ItsTextIsReadAsPeopleCopyIt) {
  const Key32 key = random_key();
  std::string text = text_of_key(key);
  EXPECT_EQ(text.size(), 71);
  EXPECT_EQ(key_of_text(text), key);
  std::replace(text.begin(), text.end(), '-', ' ');
  EXPECT_EQ(key_of_text(" " + text + "\n"), key);
  EXPECT_EQ(key_of_text(text.substr(1)), std::nullopt);
  EXPECT_EQ(key_of_text(text + "0"), std::nullopt);
  EXPECT_EQ(key_of_text("zz" + text.substr(2)), std::nullopt);
  EXPECT_EQ(key_of_text(""), std::nullopt);
}

TEST(DerivedKey, OnlyTheSecretKeyOpensABox) {
  const Key32 key = random_key();
  const BoxKeys keys = box_keys(key, "events"), others = box_keys(random_key(), "events");
  std::string box = close_box("a text", keys.open_key);
  EXPECT_EQ(box.find("a text"), std::string::npos);
  EXPECT_EQ(open_box(box, keys), "a text");
  EXPECT_EQ(open_box(box, box_keys(key, "others")), std::nullopt);
  EXPECT_EQ(open_box(box, others), std::nullopt);
  box.back() = static_cast<char>(box.back() ^ 1);
  EXPECT_EQ(open_box(box, keys), std::nullopt);
  EXPECT_EQ(open_box("", keys), std::nullopt);
}

}  // namespace
}  // namespace aim
