#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.h"
#include "web/download.h"

namespace aim::web {
namespace {

class Part : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "part-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    file_ = folder_ / "file";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path part() const { return folder_ / "file.part"; }
  std::filesystem::path folder_, file_;
};

TEST_F(Part, TakesItsNameOnlyWhenKept) {
  auto opened = PartFile::open(file_);
  ASSERT_TRUE(opened);
  ASSERT_TRUE(opened->append("abc"));
  EXPECT_FALSE(std::filesystem::exists(file_));
  struct stat status {};
  ASSERT_EQ(::stat(part().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, mode_t{0600});
  EXPECT_EQ(opened->sha256(), sha256_hex("abc"));
  ASSERT_TRUE(opened->keep());
  EXPECT_EQ(read_file(file_, 10).value_or("?"), "abc");
  EXPECT_FALSE(std::filesystem::exists(part()));
}

TEST_F(Part, GoesOnWhereAnotherRunEnded) {
  {
    auto first = PartFile::open(file_);
    ASSERT_TRUE(first && first->append("ab"));
  }
  auto second = PartFile::open(file_);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->size(), 2U);
  ASSERT_TRUE(second->append("c"));
  EXPECT_EQ(second->sha256(), sha256_hex("abc"));
}

TEST_F(Part, BeginsAgain) {
  auto opened = PartFile::open(file_);
  ASSERT_TRUE(opened && opened->append("wrong") && opened->restart());
  EXPECT_EQ(opened->size(), 0U);
  ASSERT_TRUE(opened->append("abc"));
  EXPECT_EQ(opened->sha256(), sha256_hex("abc"));
  ASSERT_TRUE(opened->keep());
  EXPECT_EQ(read_file(file_, 10).value_or("?"), "abc");
}

TEST_F(Part, LeavesNothingWhenDiscarded) {
  auto opened = PartFile::open(file_);
  ASSERT_TRUE(opened && opened->append("abc"));
  opened->discard();
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Part, FollowsNoLink) {
  ASSERT_TRUE(replace_file(folder_ / "precious", "precious"));
  std::filesystem::create_symlink(folder_ / "precious", part());
  EXPECT_FALSE(PartFile::open(file_));
}

TEST_F(Part, AFolderThatIsNotThereIsAnError) {
  const auto opened = PartFile::open(folder_ / "none" / "file");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Code::unavailable);
}

}  // namespace
}  // namespace aim::web
