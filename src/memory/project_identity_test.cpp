#include "memory/project_identity.h"

#include <gmock/gmock.h>

namespace aim {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(IdentityOfRemote, IsTheSameInAllForms) {
  for (const std::string_view url :
       {"https://github.com/acme/Shop.git", "https://GitHub.com/acme/shop",
        "https://ann:ghp_secret@github.com/acme/shop/", "git@github.com:acme/shop.git",
        "github.com:acme/shop", "ssh://git@github.com:22/acme/shop.git",
        "ssh://git@ssh.github.com:443/acme/shop.git", "git://github.com/acme/shop.GIT",
        "git@github.com:/acme/shop.git", "https://www.github.com/acme//shop"})
    EXPECT_EQ(identity_of_remote(url).key, "git:github.com/acme/shop") << url;
  const auto shop = identity_of_remote("ssh://git@github.com:22/acme/Shop.git");
  EXPECT_THAT(shop.names, ElementsAre("acme/Shop", "github.com/acme/Shop", StartsWith("Shop~")));
  EXPECT_EQ(shop.short_name, "Shop");
  EXPECT_EQ(identity_of_remote("git@ssh.dev.azure.com:v3/org/proj/shop").key,
            identity_of_remote("https://ann@dev.azure.com/org/proj/_git/shop").key);
}

TEST(IdentityOfRemote, TellsHostsOwnersAndGroups) {
  EXPECT_EQ(identity_of_remote("https://git.example.org:8443/group/sub/tool.git").key,
            "git:git.example.org/group/sub/tool");
  EXPECT_EQ(identity_of_remote("https://git.example.org/group/sub/tool").names.front(),
            "group/sub/tool");
  EXPECT_NE(identity_of_remote("git@a.org:x/y").key, identity_of_remote("git@b.org:x/y").key);
  EXPECT_NE(identity_of_remote("git@a.org:x/y").key, identity_of_remote("git@a.org:z/y").key);
  EXPECT_NE(identity_of_remote("git@a.org:x/y").key, identity_of_remote("git@a.org:X/y").key)
      << "a host of its own may tell them apart";
  EXPECT_EQ(identity_of_remote("git@host:proj.git").names.front(), "proj");
  EXPECT_EQ(identity_of_remote("[::1]:a/b").key, "git:[::1]/a/b");
  EXPECT_EQ(identity_of_remote("ssh://git@[::1]:2222/a/b").key, "git:[::1]/a/b");
}

TEST(IdentityOfRemote, ThatIsAPathIsTheFolder) {
  EXPECT_EQ(identity_of_remote("/srv/git/proj.git").key, "path:/srv/git/proj");
  EXPECT_EQ(identity_of_remote("file:///srv/git/proj.git").key, "path:/srv/git/proj");
  EXPECT_EQ(identity_of_remote("C:\\git\\proj.git").key, "path:c:/git/proj");
  EXPECT_FALSE(identity_of_remote(""));
  EXPECT_FALSE(identity_of_remote("https://host"));
  EXPECT_FALSE(identity_of_remote("https://host/"));
}

TEST(IdentityOfRemote, FitsANamespaceWhateverItIs) {
  for (const std::string& url :
       {"git@h:" + std::string(300, 'x') + "/" + std::string(300, 'y'),
        std::string("git@h:a/b/c/d/e/f/g/h/i/j"), std::string("git@h:a b/c\td"),
        std::string("git@h:../.."), std::string("git@h:*/*"), std::string("git@h:caf\xe9/x"),
        std::string("git@h:global")}) {
    const auto project = identity_of_remote(url);
    ASSERT_TRUE(project) << url;
    EXPECT_LE(project.key.size(), 600u);
    ASSERT_FALSE(project.names.empty()) << url;
    for (const std::string& name : project.names) {
      EXPECT_NE(name, "global");
      EXPECT_EQ(name.find_first_of(" \t\\"), name.npos) << name;
      EXPECT_LE(name.size(), 128u);
    }
  }
}

TEST(IdentityOfPath, IsTheLastPartUnlessAnotherHasIt) {
  const auto shop = identity_of_path("/home/ann/code/shop/");
  EXPECT_EQ(shop.key, "path:/home/ann/code/shop");
  EXPECT_THAT(shop.names, ElementsAre("shop", "code/shop", StartsWith("shop~")));
  EXPECT_EQ(identity_of_path("C:\\Users\\ann\\My App").names.front(), "My-App");
  EXPECT_EQ(identity_of_path("c:/Users/ann/My App").key,
            identity_of_path("C:\\Users\\ann\\My App\\").key);
  EXPECT_EQ(identity_of_path("\\\\server\\share\\shop").names.front(), "shop");
  EXPECT_THAT(identity_of_path("C:\\shop").names, SizeIs(2));
  EXPECT_FALSE(identity_of_path("/"));
  EXPECT_FALSE(identity_of_path("C:\\"));
  EXPECT_FALSE(identity_of_path(""));
}

TEST(IdentityBelow, IsAProjectOfItsOwn) {
  const auto api = identity_below(identity_of_remote("git@h:acme/shop"), "packages/api");
  EXPECT_EQ(api.key, "git:h/acme/shop#packages/api");
  EXPECT_EQ(api.names.front(), "acme/shop/packages/api");
  EXPECT_EQ(identity_below(identity_of_remote("git@h:a/b"), "").key, "git:h/a/b");
}

TEST(IsNameOf, TakesTheLastPartAndOwnerWithName) {
  EXPECT_TRUE(is_name_of("shop", "git:github.com/acme/shop"));
  EXPECT_TRUE(is_name_of("Acme/Shop", "git:github.com/acme/shop"));
  EXPECT_FALSE(is_name_of("acme", "git:github.com/acme/shop"));
  EXPECT_TRUE(is_name_of("My-App", "path:/home/ann/My App"));
  EXPECT_FALSE(is_name_of("ann/My App", "path:/home/ann/My App"));
  EXPECT_FALSE(is_name_of("", "git:h/"));
}

TEST(AsNameSpace, ReplacesWhatIsNotAllowed) {
  EXPECT_EQ(as_name_space("a b\tc\\d/e\xff"), "a-b-c-d-e-");
  EXPECT_EQ(as_name_space("Größe"), "Größe");
  EXPECT_EQ(as_name_space(".."), "");
  EXPECT_EQ(as_name_space(std::string(300, 'x')), std::string(128, 'x'));
}

}  // namespace
}  // namespace aim
