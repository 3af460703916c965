#include "base/lock.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace aim {
namespace {

class Lock : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "lock-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(Lock, IsTakenAndLetGo) {
  const auto file = folder_ / "lock";
  int waits = 0;
  {
    const auto lock = FileLock::take(file, [&] { ++waits; });
    ASSERT_TRUE(lock);
    struct stat status {};
    ASSERT_EQ(::stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, mode_t{0600});
  }
  EXPECT_TRUE(FileLock::take(file, [&] { ++waits; }));
  EXPECT_EQ(waits, 0);
}

TEST_F(Lock, TellsWhetherSomebodyHoldsIt) {
  const auto file = folder_ / "lock";
  EXPECT_FALSE(FileLock::is_taken(file));
  EXPECT_FALSE(std::filesystem::exists(file)) << "to ask makes no file";
  {
    const auto lock = FileLock::take(file);
    EXPECT_TRUE(FileLock::is_taken(file));
  }
  EXPECT_FALSE(FileLock::is_taken(file));
}

TEST_F(Lock, AFolderThatIsNotThereIsAnError) {
  const auto lock = FileLock::take(folder_ / "none" / "lock");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, Code::unavailable);
}

}  // namespace
}  // namespace aim
