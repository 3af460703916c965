#include "engine/projects.h"

#include <filesystem>

#include "engine/archive.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/history/transcripts.h"
#include "engine/move_name_space.h"
#include "engine/standards.h"
#include "engine/undo.h"
#include "store/memories.h"
#include "store/records.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs, ::testing::StartsWith;

class Projects : public EngineTest {
 protected:
  static ProjectIdentity remote(std::string_view url) { return identity_of_remote(url); }
  static ProjectIdentity at_path(std::string_view path) {
    ProjectIdentity project = identity_of_path(path);
    project.folder = path;
    return project;
  }
  std::string used(const ProjectIdentity& project) {
    return must(name_space_of(*engine_, project, true));
  }
  std::string looked(const ProjectIdentity& project) {
    return must(name_space_of(*engine_, project, false));
  }
  std::string meant(const std::string& name, const ProjectIdentity* asking = nullptr) {
    return must(meant_name_space(*engine_, name, asking));
  }
  std::vector<store::NameKey> keys() {
    return must(
        engine_->database.read([](store::Reader& reader) { return reader.records.name_keys(); }));
  }
  std::int64_t turns_of(const std::string& name_space, const std::string& session) {
    for (const Transcript& each : must(list_transcripts(*engine_, name_space, 100, 0, session)))
      return each.turns;
    return -1;
  }
  Captured say(const std::string& name_space, const std::string& session, const std::string& text,
               const std::vector<std::string>& memories = {}) {
    return must(
        capture_turn(*engine_, {name_space, session, {}, Role::user, text, {}}, {{}, memories}));
  }

  const ProjectIdentity work_ = remote("git@github.com:work-org/my-app.git"),
                        personal_ = remote("https://github.com/personal-org/my-app");
};

TEST_F(Projects, OfOneNameHaveANamespaceEach) {
  EXPECT_EQ(used(work_), "work-org/my-app");
  EXPECT_EQ(used(personal_), "personal-org/my-app");
  EXPECT_EQ(used(remote("git@gitlab.com:work-org/my-app")), "gitlab.com/work-org/my-app");
  EXPECT_EQ(used(remote("ssh://git@github.com:22/work-org/my-app")), "work-org/my-app");
  EXPECT_EQ(used(at_path("/home/ann/a/notes")), "notes");
  EXPECT_EQ(used(at_path("/home/ann/b/notes")), "b/notes");
  EXPECT_THAT(used(at_path("/srv/b/notes")), StartsWith("notes~"));
  EXPECT_EQ(used(at_path("/home/ann/a/notes")), "notes");
  EXPECT_EQ(used({}), "global");
}

TEST_F(Projects, TheFirstThatAsksHasWhatIsUnderTheShortName) {
  keep("Plan of a client", "x", "my-app");
  EXPECT_EQ(looked(work_), "my-app") << "a look claims it";
  EXPECT_EQ(looked(personal_), "personal-org/my-app");
  EXPECT_EQ(used(personal_), "personal-org/my-app");
  EXPECT_EQ(used(at_path("/home/ann/my-app")), "ann/my-app");
  EXPECT_EQ(used(work_), "my-app");
  EXPECT_EQ(must(heir_of_short_name(*engine_, personal_)), "github.com/work-org/my-app");
  EXPECT_EQ(must(heir_of_short_name(*engine_, work_)), "");
}

TEST_F(Projects, ALookAloneGivesNoName) {
  EXPECT_EQ(looked(work_), "work-org/my-app");
  EXPECT_THAT(keys(), IsEmpty());
  // A namespace that came by a sync or an import is found by its full name first.
  keep("A", "x", "my-app");
  keep("B", "x", "work-org/my-app");
  EXPECT_EQ(looked(work_), "work-org/my-app");
}

TEST_F(Projects, FlatNamesHaveNoHierarchy) {
  EngineOptions options;
  options.flat_namespaces = true;
  start(options);
  EXPECT_EQ(used(work_), "work-org-my-app");
}

TEST_F(Projects, AFileMayNameWhatIsNobodys) {
  ProjectIdentity cloned = remote("git@github.com:stranger/tool");
  keep("Secret", "x", "team/api");
  used(work_);
  for (const std::string name : {"team/api", "work-org/my-app", "global"}) {
    cloned.asked = name;
    EXPECT_EQ(used(cloned), "stranger/tool") << name;
    EXPECT_EQ(must(refused_name_space(*engine_, cloned)), name);
  }
  keep("Ours", "x", "stranger/tool");
  cloned.asked = "stranger/kit";
  EXPECT_EQ(used(cloned), "stranger/kit");
  EXPECT_EQ(must(left_behind(*engine_, cloned, "stranger/kit"))->name_space, "stranger/tool");
  EXPECT_EQ(must(refused_name_space(*engine_, cloned)), "");
  // A person says that it is right.
  cloned.asked = "team/api";
  must(use_name_space(*engine_, cloned, "team/api"));
  EXPECT_EQ(used(cloned), "team/api");
  EXPECT_EQ(must(refused_name_space(*engine_, cloned)), "");
}

// A store claims what was found for it, though the namespace exists then.
TEST_F(Projects, AClaimFollowsTheStore) {
  ProjectIdentity project = work_;
  project.asked = "team/api";
  const auto found = must(find_name_space(*engine_, project));
  EXPECT_EQ(found.name, "team/api");
  EXPECT_TRUE(found.unclaimed);
  keep("A", "x", found.name);
  must(claim_name_space(*engine_, project, found.name));
  EXPECT_EQ(looked(project), "team/api");
  must(claim_name_space(*engine_, personal_, "team/api"));
  EXPECT_EQ(looked(personal_), "personal-org/my-app");
}

TEST_F(Projects, TheConfigurationGoesBeforeAll) {
  keep("Rule", "x", "team/api");
  used(work_);
  EngineOptions options;
  options.projects = {{"work-org/my-app", "team/api"},
                      {"github.com/personal-org/my-app", "mine"},
                      {"/home/ann/notes", "diary"},
                      {"my-app", "wrong"}};
  start(options);
  EXPECT_EQ(used(work_), "team/api");
  EXPECT_EQ(looked(personal_), "mine");
  EXPECT_EQ(used(at_path("/home/ann/notes")), "diary");
  EXPECT_EQ(used(at_path("/home/ann/my-app")), "my-app");
  start({});
  EXPECT_EQ(used(work_), "team/api");
}

TEST_F(Projects, AShortNameStandsForTheOnlyProjectOfThatName) {
  used(work_);
  EXPECT_EQ(meant("my-app"), "work-org/my-app");
  EXPECT_EQ(meant("My-App"), "work-org/my-app");
  EXPECT_EQ(meant("other"), "other");
  EXPECT_EQ(meant("global"), "global");
  used(at_path("/home/ann/My-App"));
  EXPECT_EQ(meant("my-app"), "work-org/my-app") << "the other is written otherwise";
  used(personal_);
  EXPECT_EQ(meant("my-app"), "my-app") << "of two";
  EXPECT_EQ(meant("my-app", &personal_), "personal-org/my-app");
  keep("A", "x", "my-app");
  EXPECT_EQ(meant("my-app"), "my-app");
  EXPECT_EQ(meant("my-app", &personal_), "my-app") << "nobody's";
  EXPECT_EQ(used(at_path("/home/ann/my-app")), "my-app");
  EXPECT_EQ(meant("my-app", &personal_), "personal-org/my-app") << "another's";
}

TEST_F(Projects, AliasesStandForANamespace) {
  keep("A", "x", "team/api");
  must(add_alias(*engine_, "team/api", "api"));
  EXPECT_EQ(meant("api"), "team/api");
  EXPECT_EQ(used(at_path("/home/bob/api")), "bob/api") << "an alias is no project's";
  EXPECT_FALSE(add_alias(*engine_, "none", "n"));
  keep("B", "x", "web");
  EXPECT_FALSE(add_alias(*engine_, "team/api", "web"));
  must(remove_alias(*engine_, "api"));
  EXPECT_EQ(meant("api"), "bob/api");
  EXPECT_FALSE(remove_alias(*engine_, "api"));
}

TEST_F(Projects, WhatANameStandsForIsUndone) {  // T3
  const auto undone = [&] {
    const Undone done = must(undo(*engine_, ""));
    return done.action + " of " + done.id;
  };
  keep("A", "x", "team/api");
  const std::string last = id_of("B", "x", "team/web");
  must(add_alias(*engine_, "team/api", "a"));
  must(add_alias(*engine_, "team/web", "a"));
  must(remove_alias(*engine_, "a"));
  const ProjectIdentity project = at_path("/home/bob/tools");
  must(use_name_space(*engine_, project, "team/api"));
  EXPECT_EQ(undone(), "alias of " + project.key);
  EXPECT_NE(used(project), "team/api");
  EXPECT_EQ(undone(), "alias of a");
  EXPECT_EQ(meant("a"), "team/web");
  EXPECT_EQ(undone(), "alias of a");
  EXPECT_EQ(meant("a"), "team/api");
  EXPECT_EQ(undone(), "alias of a");
  EXPECT_EQ(meant("a"), "a");
  EXPECT_EQ(undone(), "store of " + last);
}

TEST_F(Projects, ARenameTakesEverythingAlong) {
  const auto a = id_of("A", "about foxes", "shop"), b = id_of("B", "about hens", "shop");
  const auto gone = id_of("Gone", "x", "shop"), else_where = id_of("A", "x", "other");
  const auto before = now(a);
  must(add_link(*engine_, a, b, Relation::related_to));
  must(set_standard(*engine_, "shop", a, {}));
  must(set_standard(*engine_, "other", else_where, "shop"));
  must(forget(*engine_, {"shop", "Gone", {}, false}));
  say("shop", "s", "hello", {a});
  say("shop", "s", "again");
  EXPECT_EQ(used(at_path("/home/ann/shop")), "shop");

  const auto moved = must(rename_name_space(*engine_, "shop", "acme/shop"));
  EXPECT_EQ(moved.memories, 2);
  EXPECT_EQ(moved.archived, 1);
  EXPECT_EQ(moved.transcripts, 1);
  EXPECT_THAT(moved.retitled, IsEmpty());
  EXPECT_THAT(searched("foxes", in("acme/shop")), ElementsAre("A"));
  EXPECT_THAT(searched("foxes", in("shop")), IsEmpty());
  EXPECT_EQ(now(a).created_at, before.created_at);
  EXPECT_EQ(now(a).updated_at.nanoseconds(), before.updated_at.nanoseconds() + 1);
  EXPECT_THAT(must(links_of(*engine_, a)), SizeIs(1));
  EXPECT_EQ(must(get_standard(*engine_, "acme/shop")).memory->id, a);
  EXPECT_FALSE(must(get_standard(*engine_, "shop")).memory);
  EXPECT_THAT(must(list_archive(*engine_, {.name_space = "acme/shop"}, 10, 0)), SizeIs(1));
  EXPECT_EQ(turns_of("acme/shop", "s"), 2);
  EXPECT_EQ(turns_of("shop", "s"), -1);
  say("acme/shop", "s", "and on");
  EXPECT_EQ(turns_of("acme/shop", "s"), 3);
  EXPECT_EQ(used(at_path("/home/ann/shop")), "acme/shop");
  EXPECT_EQ(meant("shop"), "acme/shop");
  EXPECT_FALSE(there(gone));

  // And back.
  must(rename_name_space(*engine_, "acme/shop", "shop"));
  EXPECT_THAT(searched("foxes", in("shop")), ElementsAre("A"));
  EXPECT_EQ(meant("shop"), "shop");
}

TEST_F(Projects, AMergeKeepsBothOfOneTitle) {
  const auto ours = id_of("Port", "8080", "acme/shop"), theirs = id_of("Port", "9090", "shop");
  say("shop", "s", "one");
  say("acme/shop", "s", "one");
  say("acme/shop", "s", "two");
  say("shop", "s", "three");
  EXPECT_FALSE(rename_name_space(*engine_, "shop", "acme/shop"));
  const auto moved = must(merge_name_spaces(*engine_, "shop", "acme/shop"));
  EXPECT_THAT(moved.retitled, ElementsAre(theirs));
  EXPECT_EQ(now(theirs).title, "Port (shop)");
  EXPECT_EQ(now(theirs).name_space, "acme/shop");
  EXPECT_EQ(now(ours).content, "8080");
  EXPECT_EQ(turns_of("acme/shop", "s"), 3);
  EXPECT_FALSE(merge_name_spaces(*engine_, "none", "acme/shop"));
  EXPECT_FALSE(merge_name_spaces(*engine_, "global", "acme/shop"));
  EXPECT_FALSE(merge_name_spaces(*engine_, "acme/shop", "acme/shop"));
}

TEST_F(Projects, ManyMove) {
  std::vector<Draft> drafts;
  for (int i = 0; i < 1'100; ++i) drafts.push_back(draft("T" + std::to_string(i), "x", "shop"));
  must(remember_all(*engine_, drafts));
  EXPECT_EQ(must(rename_name_space(*engine_, "shop", "acme/shop")).memories, 1'100);
}

TEST_F(Projects, WhatARemoteLeavesBehindIsTold) {
  ProjectIdentity before = at_path("/home/ann/shop"), after = remote("git@h:acme/shop");
  after.folder = before.folder;
  keep("A", "x", used(before));
  EXPECT_EQ(used(after), "acme/shop");
  auto left = must(left_behind(*engine_, after, "acme/shop"));
  ASSERT_TRUE(left);
  EXPECT_EQ(left->name_space, "shop");
  EXPECT_EQ(left->memories, 1);
  EXPECT_FALSE(left->into_memories);
  must(rename_name_space(*engine_, "shop", "acme/shop"));
  EXPECT_FALSE(must(left_behind(*engine_, after, "acme/shop")));
  EXPECT_EQ(used(after), "acme/shop");
  EXPECT_THAT(must(shared_name_spaces(*engine_)), IsEmpty()) << "one remote and its folder";
}

// The project of the new name need not have been seen before.
TEST_F(Projects, WhatAPersonMovesIsFoundUnderTheNewName) {
  ProjectIdentity before = at_path("/no/such/shop"), after = remote("git@h:acme/shop");
  before.inode = 12;
  keep("A", "x", used(before));
  must(rename_name_space(*engine_, "shop", "acme/shop"));
  EXPECT_EQ(used(after), "acme/shop");
  EXPECT_EQ(used(remote("git@other:acme/shop")), "other/acme/shop");
  keep("B", "x", used(work_));
  must(rename_name_space(*engine_, "work-org/my-app", "tool"));
  EXPECT_EQ(used(work_), "tool");
  EXPECT_EQ(used(at_path("/home/ann/tool")), "ann/tool") << "it bears that name by chance";
}

TEST_F(Projects, WhatARenamedFolderLeavesBehindIsTold) {
  ProjectIdentity before = at_path("/no/such/old"), after = at_path("/no/such/new");
  before.inode = after.inode = 12;
  keep("A", "x", used(before));
  EXPECT_EQ(used(after), "new");
  EXPECT_TRUE(must(left_behind(*engine_, after, "new")));
  after.inode = 13;
  EXPECT_FALSE(must(left_behind(*engine_, after, "new"))) << "another folder";
  before = at_path(file("").string());  // is still there
  before.inode = 13;
  keep("A", "x", used(before));
  EXPECT_FALSE(must(left_behind(*engine_, after, "new")));
}

TEST_F(Projects, TwoRemotesInOneNamespaceAreTold) {
  used(work_);
  must(use_name_space(*engine_, personal_, "work-org/my-app"));
  const auto shared = must(shared_name_spaces(*engine_));
  ASSERT_THAT(shared, SizeIs(1));
  EXPECT_EQ(shared[0].name_space, "work-org/my-app");
  EXPECT_THAT(shared[0].keys,
              ElementsAre("github.com/personal-org/my-app", "github.com/work-org/my-app"));
}

}  // namespace
}  // namespace aim::engine
