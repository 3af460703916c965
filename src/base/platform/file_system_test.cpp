#include "base/platform/file_system.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace aim {
namespace {

struct FileSystem : testing::Test {
  TemporaryFolder folder = TemporaryFolder::make().value();
  fs::path a = folder.path() / "a ü", b = folder.path() / "b";

  void SetUp() override {
    ASSERT_TRUE(replace_file(a, "first"));
    ASSERT_TRUE(replace_file(b, "second one"));
  }
  static std::string text(const fs::path& file) { return read_file(file, 100).value_or("none"); }
};

TEST_F(FileSystem, FactsOfAFile) {
  const auto of_a = file_facts(a), of_b = file_facts(b);
  ASSERT_TRUE(of_a && of_b);
  EXPECT_EQ(of_a->bytes, 5U);
  EXPECT_EQ(of_a->names, 1U);
  EXPECT_TRUE(of_a->is_file);
  EXPECT_GT(of_a->changed, 0);
  EXPECT_EQ(of_a->device, of_b->device);
  EXPECT_NE(of_a->inode, of_b->inode);
  EXPECT_FALSE(file_facts(folder.path() / "none"));
  EXPECT_FALSE(file_facts(folder.path())->is_file);
}

TEST_F(FileSystem, AnOpenFileIsReplaced) {
  const auto before = file_facts(a)->inode;
  const Descriptor opened(::open(b.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(rename_over(a, b));
  EXPECT_EQ(text(b), "first");
  EXPECT_EQ(file_facts(b)->inode, before);
  EXPECT_FALSE(fs::exists(a));
  std::array<char, 20> still{};
  EXPECT_EQ(::read(opened.number(), still.data(), still.size()), 10);
  EXPECT_TRUE(rename_over(a, b) == std::errc::no_such_file_or_directory);
}

TEST_F(FileSystem, AFolderIsNotReplaced) {
  fs::create_directories(folder.path() / "taken" / "below");
  EXPECT_TRUE(rename_over(a, folder.path() / "taken") == std::errc::is_a_directory);
  EXPECT_TRUE(fs::is_directory(folder.path() / "taken" / "below"));
  EXPECT_EQ(text(a), "first");
}

TEST_F(FileSystem, ANameInUseIsNotTaken) {
  EXPECT_TRUE(rename_to_free_name(a, b) == std::errc::file_exists);
  EXPECT_EQ(text(b), "second one");
  EXPECT_FALSE(rename_to_free_name(a, folder.path() / "c"));
  EXPECT_EQ(text(folder.path() / "c"), "first");
}

TEST_F(FileSystem, NamesAreExchangedOrKept) {
  const bool exchanged = !exchange_names(a, b);
  EXPECT_EQ(text(a), exchanged ? "second one" : "first");
  EXPECT_EQ(text(b), exchanged ? "first" : "second one");
}

}  // namespace
}  // namespace aim
