#include "op/project.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

namespace aim::op {
namespace {

namespace fs = std::filesystem;

class Project : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ai-memory-XXXXXX").string();
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
  static ProjectIdentity of(const fs::path& folder) { return project_of(folder, {}); }
  static std::string key_of(const fs::path& folder) { return of(folder).key; }
  fs::path root_;
};

constexpr std::string_view config =
    "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@host:team/My.Proj.git\n\tfetch = "
    "+refs\n";

TEST_F(Project, IsTheRemoteWhereverInTheRepositoryItIs) {
  file("repository/.git/config", config);
  EXPECT_EQ(key_of(root_ / "repository"), "git:host/team/My.Proj");
  EXPECT_EQ(key_of(folder("repository/src/deep")), "git:host/team/My.Proj");
  const auto project = of(root_ / "repository/src");
  EXPECT_EQ(project.names.front(), "team/My.Proj");
  EXPECT_EQ(project.folder, (root_ / "repository").string());
  EXPECT_NE(project.inode, 0);
}

TEST_F(Project, OfWorktreesIsTheRepositorys) {
  file("main/.git/config", config);
  file("main/.git/worktrees/other/commondir", "../..\n");
  file("other/.git", "gitdir: " + (root_ / "main/.git/worktrees/other").string() + "\n");
  EXPECT_EQ(key_of(root_ / "other"), "git:host/team/My.Proj");
  EXPECT_EQ(of(root_ / "other").folder, (root_ / "main").string());
  // Without a remote, too.
  file("local/.git/config", "[core]\nbare = false\n");
  file("local/.git/worktrees/tree/commondir", "../..\n");
  file("tree/.git", "gitdir: " + (root_ / "local/.git/worktrees/tree").string() + "\n");
  EXPECT_EQ(key_of(folder("tree/src")), key_of(root_ / "local"));
  // Of a bare repository.
  file("proj.git/worktrees/w/commondir", "../..\n");
  file("proj.git/config", "[core]\nbare = true\n");
  file("w/.git", "gitdir: " + (root_ / "proj.git/worktrees/w").string() + "\n");
  EXPECT_EQ(of(root_ / "w").names.front(), "proj");
}

TEST_F(Project, OfSubmodulesIsTheirOwn) {
  file("main/.git/config", config);
  file("main/.git/modules/part/config", "[remote \"origin\"]\nurl = ../Part\n");
  file("main/part/.git", "gitdir: ../.git/modules/part\n");
  EXPECT_EQ(of(root_ / "main/part").names.front(), "Part");
  file("main/.git/modules/local/config", "[core]\n");
  file("main/local/.git", "gitdir: ../.git/modules/local\n");
  EXPECT_EQ(key_of(root_ / "main/local"), "path:" + (root_ / "main/local").string());
}

TEST_F(Project, IsTheFolderOtherwise) {
  // Made valid where it is not (S15).
  EXPECT_EQ(of(folder("My Project")).names.front(), "My-Project");
  file("local/.git/config", "[core]\nbare = false\n");
  EXPECT_EQ(of(folder("local")).names.front(), "local");
  // One project, wherever in it somebody stands (S42).
  EXPECT_EQ(key_of(folder("local/src")), key_of(folder("local")));
  EXPECT_EQ(key_of(folder("plain").string() + "/"), key_of(folder("plain")));
  // Through a link it is the same.
  fs::create_directory_symlink(folder("plain"), root_ / "link");
  EXPECT_EQ(key_of(root_ / "link"), key_of(root_ / "plain"));
  // Gone, or on another machine.
  EXPECT_EQ(key_of("/no/such/shop"), "path:/no/such/shop");
  EXPECT_EQ(of("C:\\Users\\ann\\shop").names.front(), "shop");
}

TEST_F(Project, HomeAndWhatIsAboveItAreNone) {
  file("home/.git/config", config);
  const ProjectBounds bounds{"", root_ / "home"};
  EXPECT_FALSE(project_of(root_ / "home", bounds)) << "though it is a repository";
  EXPECT_FALSE(project_of(root_, bounds));
  EXPECT_FALSE(project_of("/", bounds));
  EXPECT_FALSE(project_of("", bounds));
  EXPECT_EQ(project_of(folder("home/notes"), bounds).key,
            "path:" + (root_ / "home/notes").string());
  EXPECT_FALSE(project_of(std::string(100'000, '/') + "x", bounds));
}

TEST_F(Project, CeilingsEndTheSearch) {
  file("repository/.git/config", config);
  const auto inner = folder("repository/inner/work");
  const auto key = [&](const std::string& ceilings) {
    return project_of(inner, {ceilings, {}}).key;
  };
  EXPECT_EQ(key((root_ / "repository/inner").string()), "path:" + inner.string());
  EXPECT_EQ(key("/elsewhere:" + (root_ / "repository").string() + "/"), "path:" + inner.string());
  EXPECT_EQ(key(root_.string()), "git:host/team/My.Proj");
}

TEST_F(Project, AFileNamesItsNamespace) {
  file("repository/.git/config", config);
  file("repository/.ai-memory.toml", "# ours\nnamespace = \"team/api\"  # short\n");
  EXPECT_EQ(of(folder("repository/src")).asked, "team/api");
  EXPECT_EQ(key_of(root_ / "repository"), "git:host/team/My.Proj");
  file("repository/packages/web/.ai-memory.toml", "namespace = 'team/web'\n");
  EXPECT_EQ(of(root_ / "repository/packages/web").asked, "team/web");
  EXPECT_EQ(key_of(folder("repository/packages/web/src")), "git:host/team/My.Proj#packages/web");
  file("plain/.ai-memory.toml", "");
  EXPECT_EQ(key_of(folder("plain/deep/er")), "path:" + (root_ / "plain").string());
  for (const std::string bad : {"namespace = \"a b\"", "namespace = x", "namespace =",
                                "[other]\nnamespace = \"x\"", "namespace = \"../x\"", "\xff"}) {
    file("plain/.ai-memory.toml", bad + "\n");
    EXPECT_EQ(of(root_ / "plain").asked, "") << bad;
    EXPECT_EQ(of(root_ / "plain").asked_problem.empty(), !bad.starts_with("namespace")) << bad;
  }
}

TEST_F(Project, ABranchIsReadFromHead) {
  file("repository/.git/HEAD", "ref: refs/heads/feature/a\n");
  EXPECT_EQ(branch_of(folder("repository/inner")), "feature/a");
  file("repository/.git/worktrees/tree/HEAD", "ref: refs/heads/b\n");
  file("tree/.git", "gitdir: " + (root_ / "repository/.git/worktrees/tree").string() + "\n");
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

TEST(RemoteUrl, IsOriginElseUpstreamElseTheFirstByName) {
  const std::string b = "[remote \"b\"]\nurl = of-b\n", a = "[remote \"a\"]\nurl = of-a\n";
  const std::string upstream = "[remote \"upstream\"]\nurl = of-upstream\n";
  EXPECT_EQ(remote_url(b + a), "of-a");
  EXPECT_EQ(remote_url(b + upstream + a), "of-upstream");
  EXPECT_EQ(remote_url(b + upstream + "[Remote \"origin\"]\n  URL = \"b c\" ; note\n"), "b c");
  EXPECT_EQ(remote_url("[remote \"origin\"]\nurl=x # y\nurl = second\n"), "x");
  EXPECT_EQ(remote_url("[remote \"origin\"]\nfetch = z\n" + upstream), "of-upstream");
  EXPECT_EQ(remote_url("[branch \"origin\"]\nurl = a\n[url \"x\"]\nurl = y\n"), "");
  EXPECT_EQ(remote_url(""), "");
}

}  // namespace
}  // namespace aim::op
