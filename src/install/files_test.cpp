#include "install/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "base/file.h"
#include "base/uuid.h"

namespace aim::install {
namespace {

class Files : public testing::Test {
 protected:
  Files() { fs::create_directories(folder_); }
  ~Files() override { fs::remove_all(folder_); }

  static void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string text_of(const fs::path& path) {
    return read_file(path, 1'000'000).value_or("?");
  }
  std::size_t backups() const {
    std::size_t count = 0;
    for (const auto& each : fs::directory_iterator(folder_))
      count += each.path().string().find("backup") != std::string::npos ? 1U : 0U;
    return count;
  }
  // Adds a line.
  static FilePlan adding(const fs::path& path, std::optional<std::string> before) {
    FilePlan plan;
    plan.path = path;
    plan.before = std::move(before);
    plan.edit = [](const std::string& text) -> Result<Edited> { return Edited{text + "ours\n"}; };
    plan.after = plan.edit(plan.before.value_or(""))->text;
    return plan;
  }

  fs::path folder_ = fs::temp_directory_path() / ("ai-memory-install-" + new_uuid());
  Time now_{std::chrono::hours(500'000)};
};

TEST_F(Files, KeepModeLinkAndABackup) {
  put(folder_ / "real", "a\n");
  ::chmod((folder_ / "real").c_str(), 0640);
  fs::create_symlink("real", folder_ / "link");
  FilePlan plan = adding(folder_ / "link", "a\n");
  const auto written = write_plan(plan, true, now_);
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(text_of(folder_ / "real"), "a\nours\n");
  struct stat status {};
  ::stat((folder_ / "real").c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  EXPECT_EQ(text_of(*written->backup), "a\n");
}

TEST_F(Files, WhatAnotherProgramWroteMeanwhileStays) {
  put(folder_ / "f", "theirs\n");
  FilePlan plan = adding(folder_ / "f", "older\n");
  ASSERT_TRUE(write_plan(plan, true, now_));
  EXPECT_EQ(text_of(folder_ / "f"), "theirs\nours\n");

  FilePlan hurried = adding(folder_ / "f", "older\n");
  int count = 0;
  hurried.edit = [&](const std::string& text) -> Result<Edited> {
    put(folder_ / "f", "again " + std::to_string(++count));
    return Edited{text + "ours\n"};
  };
  const auto refused = write_plan(hurried, true, now_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_EQ(text_of(folder_ / "f"), "again " + std::to_string(count));
}

// Another program that writes the file whole, as clients do, all the time.
TEST_F(Files, NoUpdateOfAnotherProgramIsLost) {
  const fs::path file = folder_ / "f";
  put(file, "");
  constexpr int updates = 300;
  std::atomic<bool> over = false;
  std::thread other([&] {
    for (int i = 0; i < updates; ++i) {
      const std::string text = text_of(file) + "theirs " + std::to_string(i) + "\n";
      put(folder_ / "new", text);
      fs::rename(folder_ / "new", file);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    over = true;
  });
  while (!over) {
    FilePlan plan = adding(file, std::string());
    (void)write_plan(plan, true, now_);
  }
  other.join();
  const std::string text = text_of(file);
  for (int i = 0; i < updates; ++i)
    EXPECT_NE(text.find("theirs " + std::to_string(i) + "\n"), text.npos) << i;
}

TEST_F(Files, FiveBackupsAreKept) {
  put(folder_ / "f", "");
  for (int i = 0; i < 9; ++i) {
    FilePlan plan = adding(folder_ / "f", text_of(folder_ / "f"));
    ASSERT_TRUE(write_plan(plan, true, now_ + std::chrono::seconds(i)));
  }
  EXPECT_EQ(backups(), 5U);
}

TEST_F(Files, NewOnesArePrivateAndGoAgain) {
  FilePlan plan = adding(folder_ / "new" / "f", std::nullopt);
  ASSERT_TRUE(write_plan(plan, true, now_));
  struct stat status {};
  ::stat(plan.path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  FilePlan removal = adding(plan.path, "ours\n");
  removal.after.reset();
  ASSERT_TRUE(write_plan(removal, true, now_));
  EXPECT_FALSE(fs::exists(plan.path));
}

TEST_F(Files, AFolderThatIsNoneIsRefused) {
  put(folder_ / "f", "");
  FilePlan plan = adding(folder_ / "f" / "below", std::nullopt);
  EXPECT_FALSE(write_plan(plan, true, now_));
}

TEST(Diff, IsWhatPatchUnderstands) {
  EXPECT_EQ(unified_diff("f", "a\n", "a\n"), "");
  EXPECT_EQ(unified_diff("f", "", "a\n"), "--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_EQ(unified_diff("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"),
            "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  EXPECT_EQ(unified_diff("f", "a", "b"),
            "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at "
            "end of file\n");
}

}  // namespace
}  // namespace aim::install
