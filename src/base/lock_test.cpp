#include "base/lock.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

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

TEST_F(Lock, AnotherProcessWaits) {
  const auto file = folder_ / "lock";
  int go[2], told[2];
  ASSERT_TRUE(::pipe(go) == 0 && ::pipe(told) == 0);
  const pid_t child = ::fork();  // before the lock is taken: a child would inherit it
  ASSERT_GE(child, 0);
  char sign = 0;
  if (child == 0) {
    if (::read(go[0], &sign, 1) != 1)
      ::_exit(2);
    const auto second = FileLock::take(file, [&] {
      if (::write(told[1], "w", 1) != 1)
        ::_exit(3);
    });
    ::_exit(second ? 0 : 1);
  }
  std::optional<Result<FileLock>> lock(FileLock::take(file));
  ASSERT_TRUE(*lock);
  ASSERT_EQ(::write(go[1], "g", 1), 1);
  EXPECT_EQ(::read(told[0], &sign, 1), 1);  // it waits
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, WNOHANG), 0);
  lock.reset();
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  for (const int end : {go[0], go[1], told[0], told[1]}) ::close(end);
}

TEST_F(Lock, AFolderThatIsNotThereIsAnError) {
  const auto lock = FileLock::take(folder_ / "none" / "lock");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code, Code::unavailable);
}

}  // namespace
}  // namespace aim
