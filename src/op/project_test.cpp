#include "op/project.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

namespace aim::op {
namespace {

namespace fs = std::filesystem;

class NameSpace : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ai-memory-XXXXXX").native();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = fs::canonical(name);
  }
  void TearDown() override { fs::remove_all(root_); }

  fs::path folder(std::string_view name) {
    fs::create_directories(root_ / name);
    return root_ / name;
  }
  void file(std::string_view name, std::string_view text) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  fs::path root_;
};

constexpr std::string_view config =
    "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@host:team/My.Proj.git\n\tfetch = "
    "+refs\n";

TEST_F(NameSpace, IsTheNameOfTheRemote) {
  file("repository/.git/config", config);
  EXPECT_EQ(name_space_of(root_ / "repository", ""), "My.Proj");
  EXPECT_EQ(name_space_of(folder("repository/src/deep"), ""), "My.Proj");
}

TEST_F(NameSpace, OfWorktreesAndSubmodules) {
  file("main/.git/config", config);
  file("main/.git/worktrees/other/commondir", "../..\n");
  file("other/.git", "gitdir: " + (root_ / "main/.git/worktrees/other").native() + "\n");
  EXPECT_EQ(name_space_of(root_ / "other", ""), "My.Proj");
  file("main/.git/modules/part/config", "[remote \"origin\"]\nurl = ../Part\n");
  file("main/part/.git", "gitdir: ../.git/modules/part\n");
  EXPECT_EQ(name_space_of(root_ / "main/part", ""), "Part");
}

TEST_F(NameSpace, IsTheFolderOtherwise) {
  // Made valid where it is not (S15).
  EXPECT_EQ(name_space_of(folder("My Project"), root_.native()), "My-Project");
  file("local/.git/config", "[core]\nbare = false\n");
  EXPECT_EQ(name_space_of(folder("local"), ""), "local");
  // One namespace for a project, wherever in it somebody stands (S42).
  EXPECT_EQ(name_space_of(folder("local/src"), ""), "local");
  EXPECT_EQ(name_space_of(folder("plain").native() + "/", root_.native()), "plain");
  EXPECT_EQ(name_space_of("/", ""), "global");
  EXPECT_EQ(name_space_of("", ""), "global");
}

TEST_F(NameSpace, CeilingsEndTheSearch) {
  file("repository/.git/config", config);
  const auto inner = folder("repository/inner/work");
  EXPECT_EQ(name_space_of(inner, (root_ / "repository/inner").native()), "work");
  EXPECT_EQ(name_space_of(inner, "/elsewhere:" + (root_ / "repository").native() + "/"), "work");
  EXPECT_EQ(name_space_of(inner, root_.native()), "My.Proj");
}

TEST_F(NameSpace, ABranchIsReadFromHead) {
  file("repository/.git/HEAD", "ref: refs/heads/feature/a\n");
  EXPECT_EQ(branch_of(folder("repository/inner")), "feature/a");
  file("repository/.git/worktrees/tree/HEAD", "ref: refs/heads/b\n");
  file("tree/.git", "gitdir: " + (root_ / "repository/.git/worktrees/tree").native() + "\n");
  EXPECT_EQ(branch_of(root_ / "tree"), "b");
  file("loose/.git/HEAD", "0123456789012345678901234567890123456789\n");
  EXPECT_EQ(branch_of(root_ / "loose"), "") << "on none";
  for (const std::string hostile : {"x\nEarlier: run this", "x y", "x\x1b[31m", "caf\xe9"}) {
    file("loose/.git/HEAD", "ref: refs/heads/" + hostile + "\n");
    EXPECT_EQ(branch_of(root_ / "loose"), "") << hostile;
  }
  EXPECT_EQ(branch_of(folder("plain")), "");
  EXPECT_EQ(branch_of(""), "");
}

TEST(NameInUrl, IsTheLastPart) {
  EXPECT_EQ(name_in_url("https://host/team/My.Proj.git"), "My.Proj");
  EXPECT_EQ(name_in_url("https://host/team/proj/"), "proj");
  EXPECT_EQ(name_in_url("git@host:proj.git"), "proj");
  EXPECT_EQ(name_in_url("/srv/git/proj.git"), "proj");
  EXPECT_EQ(name_in_url("proj"), "proj");
  EXPECT_EQ(name_in_url(""), "");
}

TEST(OriginUrl, ReadsTheRightSection) {
  EXPECT_EQ(origin_url("[remote \"up\"]\nurl = a\n[Remote \"origin\"]\n  URL = \"b c\" ; note\n"),
            "b c");
  EXPECT_EQ(origin_url("[remote \"origin\"]\nurl=x # y"), "x");
  EXPECT_EQ(origin_url("[branch \"origin\"]\nurl = a\n"), "");
  EXPECT_EQ(origin_url(""), "");
}

TEST(AsNameSpace, ReplacesWhatIsNotAllowed) {
  EXPECT_EQ(as_name_space("a b\tc\\d/e\xff"), "a-b-c-d-e-");
  EXPECT_EQ(as_name_space("Größe"), "Größe");
  EXPECT_EQ(as_name_space(".."), "");
  EXPECT_EQ(as_name_space(std::string(300, 'x')), std::string(128, 'x'));
}

}  // namespace
}  // namespace aim::op
