#include "base/folder_watch.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <thread>

#include "base/platform/system.h"

namespace aim {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class FolderWatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "aim_watch.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    ASSERT_TRUE(watch_->add(folder_));
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const fs::path& file) { std::ofstream(file) << "text"; }
  // Whether a change of `path` to `gone` or not is reported.
  bool told(const fs::path& path, bool gone, bool is_folder = false) {
    for (int tries = 0; tries < 50; ++tries) {
      const auto changes = watch_->wait(100ms);
      if (this_system == System::windows && changes->lost)
        return true;  // says that something changed, and not what
      for (const FolderChange& each : changes->changes)
        if (each.path == path && each.gone == gone && each.is_folder == is_folder)
          return true;
    }
    return false;
  }

  fs::path folder_;
  Result<FolderWatch> watch_ = FolderWatch::open();
};

TEST_F(FolderWatchTest, TellsOfFilesAndFolders) {
  write(folder_ / "a.md");
  EXPECT_TRUE(told(folder_ / "a.md", false));
  fs::rename(folder_ / "a.md", folder_ / "b.md");
  EXPECT_TRUE(told(folder_ / "b.md", false));
  fs::remove(folder_ / "b.md");
  EXPECT_TRUE(told(folder_ / "b.md", true));
  fs::create_directory(folder_ / "within");
  EXPECT_TRUE(told(folder_ / "within", false, true));
}

TEST_F(FolderWatchTest, AFolderThatIsGoneTakesItsWatchAlong) {
  fs::create_directory(folder_ / "within");
  ASSERT_TRUE(watch_->add(folder_ / "within"));
  ASSERT_TRUE(watch_->add(folder_ / "within"));
  EXPECT_EQ(watch_->size(), 2U);
  EXPECT_TRUE(watch_->add(folder_ / "none"));
  watch_->remove(folder_ / "with");
  EXPECT_EQ(watch_->size(), 2U);
  fs::remove(folder_ / "within");
  if (this_system == System::windows)
    return;  // which keeps it until it is given up
  EXPECT_TRUE(told(folder_ / "within", true, true));
  while (watch_->size() > 1) ASSERT_TRUE(watch_->wait(100ms));
}

TEST_F(FolderWatchTest, AnotherThreadEndsAWait) {
  std::thread other([&] { watch_->wake(); });
  EXPECT_TRUE(watch_->wait(1min)->woken);
  other.join();
  EXPECT_FALSE(watch_->wait(0ms)->woken);
}

}  // namespace
}  // namespace aim
