#include "engine/browse/review.h"
#include "engine/forget.h"
#include "engine/reflect.h"
#include "engine/standards.h"
#include "engine/transfer/export_import.h"
#include "engine/transfer/sync_testing.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Sync = SyncTest;

TEST_F(Sync, BringsWhatOnlyOneSideHas) {
  keep_here("a");
  keep_there("b");
  const Synced dry = run(SyncDirection::merge, true);
  EXPECT_EQ(dry.pull.added, 1);
  EXPECT_EQ(dry.push.added, 1);
  EXPECT_THAT(listed(), ElementsAre("a"));
  const Synced synced = run();
  EXPECT_EQ(synced.pull.added, 1);
  EXPECT_EQ(synced.push.added, 1);
  EXPECT_THAT(listed(), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(listed_there(), UnorderedElementsAre("a", "b"));
  const Synced again = run();
  EXPECT_EQ(again.pull.added + again.pull.changed + again.push.added + again.push.changed, 0);
  EXPECT_EQ(again.pull.same, 2);
}

TEST_F(Sync, GoesOneWayWhenAsked) {
  keep_here("a");
  keep_there("b");
  run(SyncDirection::pull);
  EXPECT_THAT(listed(), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(listed_there(), ElementsAre("b"));
  run(SyncDirection::push);
  EXPECT_THAT(listed_there(), UnorderedElementsAre("a", "b"));
}

TEST_F(Sync, TheLaterChangeHolds) {
  const std::string id = keep_here("a", "first");
  run();
  clock_.advance(1s);
  must(remember(*other_, draft("a", "second")));
  run(SyncDirection::push);  // this side is older: it does not win by being sent
  EXPECT_EQ(in(*other_, id).content, "second");
  run();
  EXPECT_EQ(now(id).content, "second");
  EXPECT_EQ(now(id).updated_at, in(*other_, id).updated_at);
}

TEST_F(Sync, TwoChangesOfOneTimeEndAlike) {  // Y3
  const std::string id = keep_here("a", "first");
  run();
  clock_.advance(1s);
  const auto write = [&](Engine& engine, const Changes& changes) {
    must(update(engine, id, changes));
  };
  const auto change_both = [&](const Changes& here, const Changes& there) {
    write(*engine_, here);
    write(*other_, there);
    run();
    EXPECT_EQ(now(id).updated_at, in(*other_, id).updated_at);
  };
  Changes here, there;
  here.content = "1 text", there.content = "2 text";
  change_both(here, there);
  EXPECT_EQ(now(id).content, "2 text");
  EXPECT_EQ(in(*other_, id).content, "2 text");
  here = {}, there = {};
  here.tags = {{"x"}}, there.tags = {{"y"}};
  change_both(here, there);
  EXPECT_EQ(now(id).tags, in(*other_, id).tags);
  here = {}, there = {};
  here.title = "b", there.title = "c";
  change_both(here, there);
  EXPECT_EQ(now(id).title, in(*other_, id).title);
}

TEST_F(Sync, AChangeThatLosesIsInBothHistoriesAndInTheReview) {  // Y3
  for (const bool here_wins : {false, true}) {
    const std::string id = keep_here(here_wins ? "a" : "b", "first");
    run();
    for (const bool is_here : {!here_wins, here_wins}) {
      Changes changes;
      changes.content = is_here ? "of here" : "of there";
      clock_.advance(1s);
      must(update(is_here ? *engine_ : *other_, id, changes));
    }
    run();
    for (Engine* engine : {engine_.get(), other_.get()}) {
      EXPECT_EQ(in(*engine, id).content, here_wins ? "of here" : "of there");
      const auto versions = must(engine->database.read(
          [&](store::Reader& reader) { return reader.memories.all_versions_of(id); }));
      EXPECT_TRUE(std::ranges::any_of(versions, [&](const store::Version& each) {
        return each.memory.content == (here_wins ? "of there" : "of here");
      }));
    }
    EXPECT_EQ(must(review(*engine_, ReviewKind::unconfirmed, 10, {})).items.size(),
              here_wins ? 2U : 1U);
  }
}

TEST_F(Sync, OfOneTitleTheOlderIdSurvivesAndLinksFollow) {
  const std::string older = keep_there("same", "older");
  const std::string newer = keep_here("same", "newer");
  const std::string friend_id = keep_here("friend");
  must(add_link(*engine_, newer, friend_id, Relation::related_to));
  run();
  for (Engine* engine : {engine_.get(), other_.get()}) {
    EXPECT_EQ(in(*engine, older).content, "newer");
    EXPECT_FALSE(get(*engine, newer).has_value());
    EXPECT_THAT(links_in(*engine, older), ElementsAre(older + ">" + friend_id));
  }
}

TEST_F(Sync, BringsReflectionsWithTheirSourcesAndLosses) {  // I1
  const std::string kept = keep_here("kept"), lost = keep_here("lost");
  const std::string id = must(reflect(*engine_, draft("T"), {kept, lost})).kept.memory.id;
  must(remove(*engine_, lost));
  run();
  EXPECT_EQ(in(*other_, id).kind, MemoryKind::reflection);
  EXPECT_EQ(in(*other_, id).reflection_depth, 1);
  ASSERT_EQ(must(get(*other_, id)).lost_sources.size(), 1U);
  EXPECT_EQ(must(get(*other_, id)).lost_sources.front().title, "lost");
  // A deletion there is a loss here; new sources there replace the old ones and the losses here.
  must(remove(*other_, kept));
  run();
  EXPECT_EQ(must(get(*engine_, id)).lost_sources.size(), 2U);
  const std::string fresh = keep_there("fresh");
  must(reflect(*other_, draft("T"), {fresh}));
  run();
  for (Engine* engine : {engine_.get(), other_.get()}) {
    EXPECT_THAT(must(get(*engine, id)).lost_sources, IsEmpty());
    EXPECT_THAT(links_in(*engine, id), ElementsAre(id + ">" + fresh));
  }
}

TEST_F(Sync, ASourceThatIsRestoredThereIsLinkedHere) {  // I1
  const std::string source = keep_here("source");
  const std::string id = must(reflect(*engine_, draft("T"), {source})).kept.memory.id;
  must(forget(*engine_, {"", "source", {}, false}));
  run();
  clock_.advance(1s);
  must(restore(*other_, source));
  run();
  for (Engine* engine : {engine_.get(), other_.get()}) {
    EXPECT_THAT(must(get(*engine, id)).lost_sources, IsEmpty());
    EXPECT_THAT(links_in(*engine, id), ElementsAre(id + ">" + source));
  }
}

TEST_F(Sync, OfACycleOfTwoDatabasesTheLinkMadeLastIsDropped) {  // I1
  const std::string a = keep_here("a"), b = keep_here("b");
  run();
  must(add_link(*other_, a, b, Relation::reflects_on));
  clock_.advance(1s);
  must(add_link(*engine_, b, a, Relation::reflects_on));
  EXPECT_EQ(run(SyncDirection::pull).pull.cycles, 1);
  EXPECT_THAT(links_in(*engine_, a), ElementsAre(a + ">" + b));
  run();
  EXPECT_THAT(links_in(*other_, a), ElementsAre(a + ">" + b));
}

TEST_F(Sync, ALinkFromElsewhereDeepensWhatIsHere) {  // I1
  const std::string seen = keep_here("seen");
  const std::string low = must(reflect(*engine_, draft("low"), {seen})).kept.memory.id;
  const std::string high = must(reflect(*engine_, draft("high"), {low})).kept.memory.id;
  run();
  const std::string deep = must(reflect(*other_, draft("deep"), {seen})).kept.memory.id;
  must(add_link(*other_, low, deep, Relation::reflects_on));
  run();
  for (Engine* engine : {engine_.get(), other_.get()}) {
    EXPECT_EQ(in(*engine, low).reflection_depth, 2);
    EXPECT_EQ(in(*engine, high).reflection_depth, 3);
  }
}

TEST_F(Sync, LinksOfAPullFollowTheSurvivor) {
  const std::string older = keep_here("same", "older");
  const std::string newer = keep_there("same", "newer"), friend_id = keep_there("friend");
  must(add_link(*other_, friend_id, newer, Relation::related_to));
  run(SyncDirection::pull);
  EXPECT_THAT(links_in(*engine_, older), ElementsAre(friend_id + ">" + older));
  EXPECT_TRUE(is_there(newer));
  run(SyncDirection::pull);
  EXPECT_EQ(now(older).content, "newer");
}

TEST_F(Sync, DeletionsAreKept) {
  const std::string gone = keep_here("gone"), edited = keep_here("edited");
  run();
  clock_.advance(1s);
  must(remove(*engine_, gone));
  must(remove(*engine_, edited));
  clock_.advance(1s);
  must(remember(*other_, draft("edited", "after the deletion")));
  const Synced synced = run();
  EXPECT_EQ(synced.push.removed, 1);
  EXPECT_THAT(listed(), ElementsAre("edited"));
  EXPECT_THAT(listed_there(), ElementsAre("edited"));
}

TEST_F(Sync, ADeletionReachesAThirdDatabase) {
  const std::string id = keep_here("gone");
  run();
  must(remove(*engine_, id));
  run();
  auto third_database = open("third.db", {.full_sync = false});
  Engine third{store::Access(*third_database), clock_, {}, other_touches_, other_meaning_};
  ImportReport report;
  Memory memory;
  memory.id = id;
  memory.title = "gone";
  memory.content = "x";
  memory.created_at = memory.updated_at = at(clock_.now() - 1h);
  must(import_memories(third, {{0, memory}}, report));
  must(sync(*other_, {file("third.db"), SyncDirection::merge, false}, [](std::int64_t) {}));
  EXPECT_FALSE(get(third, id).has_value());
  EXPECT_THAT(listed_there(), IsEmpty());
}

TEST_F(Sync, ANewMemoryMayHaveTheTitleOfADeletedOne) {
  const std::string old = keep_here("title", "old");
  run();
  must(remove(*engine_, old));
  const std::string fresh = keep_here("title", "new");
  run();
  EXPECT_TRUE(is_there(fresh));
  EXPECT_FALSE(is_there(old));
  EXPECT_TRUE(there(fresh));
}

TEST_F(Sync, TitlesMayBeSwapped) {
  const std::string a = keep_here("a", "of a"), b = keep_here("b", "of b");
  run();
  const auto rename = [&](const std::string& id, const std::string& title) {
    clock_.advance(1s);
    Changes changes;
    changes.title = title;
    must(update(*other_, id, changes));
  };
  rename(a, "c");
  rename(b, "a");
  rename(a, "b");
  run();
  EXPECT_EQ(now(a).title, "b");
  EXPECT_EQ(now(b).title, "a");
  EXPECT_EQ(now(a).content, "of a");
  EXPECT_THAT(listed_there(), UnorderedElementsAre("a", "b"));
}

TEST_F(Sync, ArchiveAndRestoring) {
  const std::string id = keep_here("t");
  run();
  clock_.advance(1s);
  must(forget(*engine_, {"global", "", {}, false}, [](std::int64_t) {}));
  run();
  EXPECT_FALSE(is_there(id));
  EXPECT_EQ(must(list_archive(*other_, {}, 10, 0)).size(), 1U);
  clock_.advance(1s);
  must(restore(*other_, id));
  run();
  EXPECT_TRUE(there(id));
  EXPECT_THAT(must(list_archive(*engine_, {}, 10, 0)), IsEmpty());
}

TEST_F(Sync, PurgedIsNotBroughtBack) {
  keep_here("t");
  run();
  must(forget(*engine_, {"global", "", {}, false}, [](std::int64_t) {}));
  run();
  must(purge_archive(*engine_, {}));
  run();
  EXPECT_THAT(must(list_archive(*engine_, {}, 10, 0)), IsEmpty());
}

TEST_F(Sync, RemovedLinksAndClearedStandardsStayGone) {
  const std::string a = keep_here("a"), b = keep_here("b");
  must(add_link(*engine_, a, b, Relation::supersedes));
  engine_->by_owner = true;
  must(set_standard(*engine_, "team", a, {}));
  run();
  EXPECT_THAT(links_in(*other_, a), ElementsAre(a + ">" + b));
  EXPECT_TRUE(has_standard(*other_));
  clock_.advance(1s);
  must(remove_link(*other_, a, b, Relation::supersedes));
  must(clear_standard(*other_, "team"));
  run();
  EXPECT_THAT(links_in(*engine_, a), IsEmpty());
  EXPECT_FALSE(has_standard(*engine_));
  clock_.advance(1s);
  must(add_link(*engine_, a, b, Relation::supersedes));
  must(set_standard(*engine_, "team", b, {}));
  run();
  EXPECT_THAT(links_in(*other_, a), ElementsAre(a + ">" + b));
  EXPECT_TRUE(has_standard(*other_));
}

TEST_F(Sync, AStandardIsThereAgainWithItsMemory) {
  const std::string id = keep_here("a");
  must(set_standard(*engine_, "team", id, {}));
  run();
  must(forget(*engine_, {"global", "", {}, false}, [](std::int64_t) {}));
  run();
  EXPECT_FALSE(must(get_standard(*other_, "team")).memory);
  clock_.advance(1s);
  must(restore(*other_, id));
  run();
  for (Engine* engine : {engine_.get(), other_.get()})
    EXPECT_EQ(must(get_standard(*engine, "team")).memory->id, id);
}

TEST_F(Sync, UsesAreCounted) {
  const std::string id = keep_here("t");
  run();
  use(id, 3);
  run();
  EXPECT_EQ(in(*other_, id).access_count, 3);
}

TEST_F(Sync, RefusesWhatIsNoOtherDatabase) {
  const auto nothing = [](std::int64_t) {};
  EXPECT_EQ(refusal(sync(*engine_, {file(), SyncDirection::merge, false}, nothing)).field,
            "remote_db");
  EXPECT_EQ(refusal(sync(*engine_, {"", SyncDirection::merge, false}, nothing)).field, "remote_db");
  EXPECT_EQ(
      refusal(sync(*engine_, {file().parent_path() / "no" / "x.db", SyncDirection::merge, false},
                   nothing))
          .code,
      Code::not_found);
}

TEST_F(Sync, TellsOfWhatItDestroysInTheDatabaseThatItHappensIn) {
  const std::string older = keep_there("same"), newer = keep_here("same");
  run();
  EXPECT_THAT(events_of(*engine_), ElementsAre("memories_united"));
  EXPECT_EQ(must(list_events(*engine_, "", {}, 1))[0].payload,
            "{\"from\":[\"" + newer + "\",\"" + older + "\"],\"into\":\"" + older +
                "\",\"namespace\":\"global\"}");
  EXPECT_THAT(events_of(*other_), IsEmpty()) << "there the older was all the time";
  const std::string a = keep_here("a"), b = keep_here("b");
  must(add_link(*engine_, a, older, Relation::related_to));
  engine_->by_owner = true;
  must(set_standard(*engine_, "team", older, {}));
  run();
  must(remove_link(*engine_, a, older, Relation::related_to));
  must(clear_standard(*engine_, "team"));
  must(remove(*engine_, b));
  run();
  run();
  EXPECT_THAT(events_of(*other_),
              ElementsAre("deletions_synced", "link_removed", "standard_cleared"));
  EXPECT_THAT(events_of(*engine_),
              ElementsAre("memories_united", "link_removed", "standard_cleared", "memory_deleted"));
}

}  // namespace
}  // namespace aim::engine
