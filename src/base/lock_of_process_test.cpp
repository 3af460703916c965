#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "base/lock.h"

namespace aim {
namespace {

TEST(LockOfProcess, AnotherProcessWaits) {
  std::string folder = testing::TempDir() + "lock-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const auto file = std::filesystem::path(folder) / "lock";
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
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace aim
