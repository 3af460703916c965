#include "base/identity.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "base/timestamp.h"

namespace aim {
namespace {

namespace fs = std::filesystem;

class IdentityFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "identity_test.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    file_ = folder_ / "data" / "identity";
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_, file_;
  Time now_ = time_from_nanoseconds(1'795'262'400'000'000'000);
};

TEST_F(IdentityFile, IsMadeOnceAndPrivate) {
  EXPECT_FALSE(*load_identity(file_));
  bool created = false;
  const auto made = create_identity(file_, now_, &created);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(created);
  const auto again = create_identity(file_, now_ + std::chrono::hours(1), &created);
  EXPECT_FALSE(created);
  EXPECT_EQ(again->key.public_key(), made->key.public_key());
  EXPECT_EQ(again->since, now_);
  struct stat status {};
  ASSERT_EQ(::stat(file_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(IdentityFile, KeepsTheOldKeysButNotTheirPrivateHalves) {
  EXPECT_EQ(rotate_identity(file_, now_).error().code, Code::not_found);
  const auto first = create_identity(file_, now_);
  const auto second = rotate_identity(file_, now_ + std::chrono::hours(1));
  const auto third = rotate_identity(file_, now_ + std::chrono::hours(2));
  ASSERT_TRUE(third);
  ASSERT_EQ(third->retired.size(), 2U);
  EXPECT_EQ(third->retired[0].public_key, first->key.public_key());
  EXPECT_EQ(third->retired[1].public_key, second->key.public_key());
  EXPECT_EQ(third->retired[0].until, now_ + std::chrono::hours(1));
  const auto loaded = *load_identity(file_);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->key.secret(), third->key.secret());
  EXPECT_EQ(loaded->retired.size(), 2U);
  std::ifstream in(file_);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(text.find(first->key.secret()), text.npos);
  EXPECT_EQ(text.find(second->key.secret()), text.npos);
}

TEST_F(IdentityFile, RefusesWhatIsNoneAndLeavesItThere) {
  ASSERT_TRUE(create_identity(file_, now_));
  for (const std::string bad :
       {"", "ai-memory identity 2\n", "ai-memory identity 1\nsecret abc 2026-01-01T00:00:00Z\n",
        "ai-memory identity 1\n", "words\n"}) {
    std::ofstream(file_) << bad;
    EXPECT_FALSE(load_identity(file_)) << bad;
    EXPECT_EQ(create_identity(file_, now_).error().code, Code::unavailable) << bad;
    EXPECT_FALSE(rotate_identity(file_, now_)) << bad;
  }
  EXPECT_FALSE(create_identity({}, now_)) << "no place is known";
  EXPECT_FALSE(*load_identity({}));
}

}  // namespace
}  // namespace aim
