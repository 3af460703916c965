#include "base/kernel_keyring.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace aim {
namespace {

TEST(KernelKeyring, KeepsReplacesAndRemoves) {
  const std::string name = "ai-memory:test:" + std::to_string(::getpid());
  EXPECT_EQ(keyring_secret(name), std::nullopt);
  const auto kept = keep_in_keyring(name, std::string("a\0b", 3), std::chrono::seconds(60));
  if (!kept)
    GTEST_SKIP() << kept.error().message;
  EXPECT_EQ(keyring_secret(name), std::string("a\0b", 3));
  ASSERT_TRUE(keep_in_keyring(name, "second", std::nullopt));
  EXPECT_EQ(keyring_secret(name), "second");
  EXPECT_TRUE(remove_from_keyring(name));
  EXPECT_EQ(keyring_secret(name), std::nullopt);
  EXPECT_FALSE(remove_from_keyring(name));
}

}  // namespace
}  // namespace aim
