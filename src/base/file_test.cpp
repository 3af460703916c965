#include "base/file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace aim {
namespace {

// A folder of its own for each test, gone after it.
class File : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "file_test.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void put(const fs::path& file, std::string_view content) const {
    std::ofstream(file, std::ios::binary) << content;
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  static unsigned mode(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 0777U;
  }

  fs::path folder_;
};

TEST_F(File, MakesFoldersPrivateWithTheirParents) {
  const fs::path deep = folder_ / "a" / "b" / "c";
  ASSERT_TRUE(make_private_folder(deep));
  EXPECT_EQ(mode(deep), 0700U);
  EXPECT_EQ(mode(folder_ / "a"), 0700U);
  EXPECT_TRUE(make_private_folder(deep));
  EXPECT_TRUE(make_private_folder(folder_ / "d" / ""));
  EXPECT_TRUE(make_private_folder(""));
  EXPECT_TRUE(make_private_folder("/"));
}

TEST_F(File, LeavesAnExistingFolderAsItIs) {
  const fs::path open = folder_ / "open";
  fs::create_directory(open);
  fs::permissions(open, fs::perms(0755));
  ASSERT_TRUE(make_private_folder(open));
  EXPECT_EQ(mode(open), 0755U);
}

TEST_F(File, RefusesAFolderWhereAFileIs) {
  put(folder_ / "file", "x");
  for (const auto& path : {folder_ / "file", folder_ / "file" / "below"}) {
    const auto made = make_private_folder(path);
    ASSERT_FALSE(made) << path;
    EXPECT_EQ(made.error().code, Code::unavailable);
    EXPECT_THAT(made.error().message,
                testing::StartsWith("cannot create the folder " + folder_.string()));
    EXPECT_THAT(made.error().message, testing::EndsWith(": Not a directory"));
  }
}

TEST_F(File, MakesFilesPrivate) {
  ASSERT_TRUE(make_private_file(folder_ / "new"));
  EXPECT_EQ(mode(folder_ / "new"), 0600U);
  EXPECT_EQ(fs::file_size(folder_ / "new"), 0U);

  put(folder_ / "old", "content");
  fs::permissions(folder_ / "old", fs::perms(0644));
  ASSERT_TRUE(make_private_file(folder_ / "old"));
  EXPECT_EQ(mode(folder_ / "old"), 0644U);
  EXPECT_EQ(fs::file_size(folder_ / "old"), 7U);

  const auto nowhere = make_private_file(folder_ / "none" / "new");
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.error().message, testing::EndsWith((fs::path("none") / "new").string() +
                                                         ": No such file or directory"));
}

TEST_F(File, ReadsWholeFilesUpToALimit) {
  const std::string content(100'000, 'x');
  const struct {
    std::string content;
    std::size_t max_bytes;
    bool taken;
  } rows[] = {{"", 0, true},
              {"", 10, true},
              {"abc", 3, true},
              {"abc", 2, false},
              {"abc", 0, false},
              {std::string("a\0b\n", 4), 100, true},
              {content, 100'000, true},
              {content, 99'999, false},
              {content, SIZE_MAX - 1, true}};
  for (const auto& row : rows) {
    put(folder_ / "file", row.content);
    const auto read = read_file(folder_ / "file", row.max_bytes);
    ASSERT_EQ(read.has_value(), row.taken) << row.content.size() << " of " << row.max_bytes;
    if (row.taken)
      EXPECT_EQ(*read, row.content);
    else
      EXPECT_EQ(read.error().code, Code::validation_failed);
  }
}

TEST_F(File, ReadsWhatHasNoSize) {
  EXPECT_EQ(read_file("/dev/null", 10).value(), "");
}

TEST_F(File, SaysWhyItCannotRead) {
  const auto absent = read_file(folder_ / "absent", 10);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, Code::not_found);
  EXPECT_EQ(absent.error().message, "no such file: " + (folder_ / "absent").string());

  const auto folder = read_file(folder_, 10);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, Code::unavailable);
  EXPECT_EQ(folder.error().message, "cannot read " + folder_.string() + ": Is a directory");

  put(folder_ / "big", "12345");
  EXPECT_EQ(read_file(folder_ / "big", 4).error().message,
            "the file " + (folder_ / "big").string() +
                " is larger than 4 bytes, which is the most that is read");
}

TEST_F(File, ReplacesContentsAndLeavesNothingBeside) {
  const fs::path file = folder_ / "file";
  for (const auto* content : {"first", "", "third, longer"}) {
    ASSERT_TRUE(replace_file(file, content));
    EXPECT_EQ(read_file(file, 100).value(), content);
    EXPECT_EQ(mode(file), 0600U);
    EXPECT_EQ(entries(), 1U);
  }
}

TEST_F(File, WaitsForNoPipeWhereAStrangerMayHavePutOne) {
  put(folder_ / "plain", "content");
  EXPECT_EQ(read_regular_file(folder_ / "plain", 100).value(), "content");
  EXPECT_FALSE(read_regular_file(folder_ / "plain", 3));
  if (::mkfifo((folder_ / "pipe").c_str(), 0600) != 0 && errno == ENOSYS)
    GTEST_SKIP() << "this system has no such pipes";
  fs::create_symlink("/dev/zero", folder_ / "zeros");
  for (const auto* name : {"pipe", "zeros"}) {
    const auto refused = read_regular_file(folder_ / name, 100);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("no regular file"), std::string::npos);
  }
  EXPECT_EQ(read_regular_file(folder_ / "none", 100).error().code, Code::not_found);
}

TEST_F(File, ReplacesWhatALinkPointsAt) {
  put(folder_ / "real", "old");
  fs::create_symlink("real", folder_ / "link");
  ASSERT_TRUE(replace_file(folder_ / "link", "new"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_file(folder_ / "real", 100).value(), "new");
}

TEST_F(File, LeavesTheOldContentWhenItCannotReplace) {
  const auto nowhere = replace_file(folder_ / "none" / "file", "x");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, Code::unavailable);

  fs::create_directories(folder_ / "taken" / "below");
  ASSERT_FALSE(replace_file(folder_ / "taken", "x"));
  EXPECT_TRUE(fs::is_directory(folder_ / "taken"));
  EXPECT_EQ(entries(), 1U);
}

}  // namespace
}  // namespace aim
