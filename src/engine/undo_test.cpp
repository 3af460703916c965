#include "engine/undo.h"

#include "engine/archive.h"
#include "engine/browse/review.h"
#include "engine/consolidate.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/history/versions.h"
#include "engine/standards.h"
#include "engine/transfer/export_import.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs;

class Undoing : public EngineTest {
 protected:
  Memory changed_title(const std::string& id, std::string title) {
    Changes changes;
    changes.title = std::move(title);
    clock_.advance(1s);
    return must(update(*engine_, id, changes));
  }
  std::string refused(const std::string& id = {}) {
    const auto done = undo(*engine_, id);
    return done ? "undone" : std::string(done.error().message);
  }
};

TEST_F(Undoing, WhatHasExpiredSinceIsNoChangeThatCanBeUndone) {
  const auto lasting = id_of("Lasting", "first");
  Changes changes;
  changes.content = "second";
  must(update(*engine_, lasting, changes));
  Draft given = draft("Brief", "for a minute");
  given.ttl_secs = 60;
  const auto brief = id_of(given);
  clock_.advance(2min);
  must(collect_expired(*engine_));
  EXPECT_EQ(refused(brief), "the memory has expired since: " + brief);
  const Undone undone = must(undo(*engine_, {}));
  EXPECT_EQ(undone.id, lasting) << "the change before it";
  EXPECT_EQ(now(lasting).content, "first");
}

TEST_F(Undoing, ADeletedMemoryComesBackWhole) {  // L1
  Draft given = draft("One", "text");
  given.tags = {"a", "b"};
  given.priority = 7;
  given.confidence = 0.7;
  given.metadata = R"({"x":[1]})";
  const auto id = id_of(given), other = id_of("Two");
  must(add_link(*engine_, id, other, Relation::derived_from));
  use(id, 2);
  const Memory before = now(id);
  must(remove(*engine_, id));
  clock_.advance(9min);
  const Undone undone = must(undo(*engine_, ""));
  EXPECT_EQ(undone.action, "delete");
  EXPECT_EQ(undone.id, id);
  const Memory after = now(id);
  EXPECT_EQ(after.content, before.content);
  EXPECT_EQ(after.tags, before.tags);
  EXPECT_EQ(after.priority, before.priority);
  EXPECT_EQ(after.confidence, before.confidence);
  EXPECT_EQ(after.metadata, before.metadata);
  EXPECT_EQ(after.created_at, before.created_at);
  EXPECT_EQ(after.expires_at, before.expires_at);
  EXPECT_EQ(after.access_count, 2);
  EXPECT_EQ(after.updated_at.time, clock_.now());
  EXPECT_THAT(must(links_of(*engine_, id)), SizeIs(1));
  EXPECT_THAT(recalled("One"), ElementsAre("One"));
  EXPECT_THAT(complaints(), IsEmpty());
  EXPECT_EQ(must(undo(*engine_, "")).action, "link") << "the step before";
  EXPECT_EQ(must(undo(*engine_, "")).id, other) << "once only";
}

TEST_F(Undoing, ADeletionLeavesAnArchivedCopyOfBeforeAnImport) {
  const auto id = id_of("One", "text");
  must(forget(*engine_, {.pattern = "text"}));
  ImportReport report;
  must(import_memories(*engine_, {{0, memory_of(id, "One", "imported", "global")}}, report));
  must(remove(*engine_, id));
  must(undo(*engine_, ""));
  EXPECT_EQ(now(id).content, "imported");
  const auto archived = must(list_archive(*engine_, {}, 10, 0));
  ASSERT_THAT(archived, SizeIs(1));
  EXPECT_EQ(archived.front().memory.content, "text");
}

TEST_F(Undoing, AForgottenMemoryLeavesAnArchivedCopyOfBeforeAnImport) {
  const auto id = id_of("One", "text");
  must(forget(*engine_, {.pattern = "text"}));
  const Time forgotten = clock_.now();
  clock_.advance(1min);
  ImportReport report;
  must(import_memories(*engine_, {{0, memory_of(id, "One", "imported", "global")}}, report));
  must(forget(*engine_, {.pattern = "imported"}));
  must(undo(*engine_, ""));
  EXPECT_EQ(now(id).content, "imported");
  const auto archived = must(list_archive(*engine_, {}, 10, 0));
  ASSERT_THAT(archived, SizeIs(1));
  EXPECT_EQ(archived.front().memory.content, "text");
  EXPECT_EQ(archived.front().archived_at.time, forgotten);
  EXPECT_EQ(archived.front().reason, "forget");
}

TEST_F(Undoing, WhatAnImportPutIntoTheArchiveGoesAgain) {
  keep("There", "text");
  must(forget(*engine_, {.pattern = "text"}));
  const Archived older = must(list_archive(*engine_, {}, 10, 0)).front();
  clock_.advance(1min);
  const auto copy = [&](const std::string& id, const std::string& title) {
    Archived archived{memory_of(id, title, "imported", "global"), at(clock_.now()), "gc"};
    return archived;
  };
  must(import_archived(*engine_, {copy("m1", "First"), copy("m2", "Second")}));
  must(import_archived(*engine_, {older}));
  clock_.advance(1min);
  must(restore(*engine_, "m2"));
  must(undo(*engine_, "m2"));
  const Undone undone = must(undo(*engine_, ""));
  EXPECT_EQ(undone.action, "import");
  EXPECT_EQ(undone.count, 1);
  Strings left;
  for (const Archived& each : must(list_archive(*engine_, {}, 10, 0)))
    left.push_back(each.memory.title);
  EXPECT_THAT(left, ::testing::UnorderedElementsAre("There", "Second")) << "that came back since";
}

TEST_F(Undoing, ANewMemoryGoes) {  // T3
  const auto old = id_of("Old", "the port is 9077");
  Draft fresh = draft("New", "the port is 8080");
  fresh.supersedes = old;
  clock_.advance(1s);
  const auto id = id_of(fresh);
  EXPECT_TRUE(now(old).valid_until);
  const Undone undone = must(undo(*engine_, ""));
  EXPECT_EQ(undone.action, "store");
  EXPECT_EQ(undone.id, id);
  EXPECT_FALSE(there(id));
  EXPECT_FALSE(now(old).valid_until);
  EXPECT_THAT(must(links_of(*engine_, old)), IsEmpty());
  EXPECT_EQ(must(undo(*engine_, old)).action, "store");
  EXPECT_NE(refused(), "undone");
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(Undoing, ANewMemoryThatWasChangedStays) {
  const auto id = id_of("One");
  changed_title(id, "Two");
  must(undo(*engine_, id));
  changed_title(id, "Three");
  must(remove(*engine_, id));
  must(undo(*engine_, id));
  EXPECT_EQ(must(undo(*engine_, id)).action, "update");
  EXPECT_EQ(must(undo(*engine_, id)).action, "store") << "it is as it was stored";
  EXPECT_FALSE(there(id));
}

TEST_F(Undoing, AnImportIsTakenBackButForWhatWasChangedSince) {  // T3
  const auto old = id_of("Old", "before");
  ImportReport report;
  const auto take = [&](const std::string& id, const std::string& title) {
    Memory memory = memory_of(id, title, "imported", "global");
    memory.updated_at = memory.created_at = at(clock_.now() + 1s);
    must(import_memories(*engine_, {{0, memory}}, report));
  };
  take("m1", "First");
  take("m2", "Second");
  take("m3", "Old");
  Link link{"m1", old, "related_to", at(clock_.now()), at(clock_.now())};
  must(import_links(*engine_, {{0, link}}, report));
  clock_.advance(2s);
  Changes changes;
  changes.content = "changed";
  must(update(*engine_, "m2", changes));
  must(undo(*engine_, "m2"));
  must(update(*engine_, "m2", changes));
  const std::string other = id_of("Other");
  EXPECT_EQ(must(undo(*engine_, other)).action, "store");
  EXPECT_EQ(must(undo(*engine_, "m2")).action, "update");
  must(update(*engine_, "m2", changes));
  const auto step = must(engine_->database.write(
      [](store::Writer& writer) { return writer.memories.last_undo({}, {}); }));
  must(engine_->database.write(
      [&](store::Writer& writer) { return writer.memories.remove_undo(step->number); }));
  const Undone undone = must(undo(*engine_, ""));
  EXPECT_EQ(undone.action, "import");
  EXPECT_EQ(undone.count, 2);
  EXPECT_EQ(undone.kept, 1);
  EXPECT_FALSE(there("m1"));
  EXPECT_EQ(now("m2").content, "changed");
  EXPECT_EQ(now(old).content, "before");
  EXPECT_THAT(must(links_of(*engine_, old)), IsEmpty());
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(Undoing, AStandardIsWhatItWas) {  // T3
  const auto one = id_of("One"), two = id_of("Two");
  engine_->by_owner = true;
  must(set_standard(*engine_, "shop", one, "base"));
  must(set_standard(*engine_, "shop", two, "other"));
  must(set_standard(*engine_, "shop", two, "other"));  // changes nothing, and is no step
  must(clear_standard(*engine_, "shop"));
  const auto said = [&] {
    const auto row = must(engine_->database.read(
        [](store::Reader& reader) { return reader.memories.find_standard("shop"); }));
    return row ? row->id.value_or("") + " " + row->parent.value_or("") : "none";
  };
  EXPECT_EQ(said(), "none");
  EXPECT_EQ(must(undo(*engine_, "")).action, "standard");
  EXPECT_EQ(said(), two + " other");
  must(undo(*engine_, ""));
  EXPECT_EQ(said(), one + " base");
  must(undo(*engine_, ""));
  EXPECT_EQ(said(), "none");
  EXPECT_TRUE(there(one));
  // Where the memory of a standard is gone, there is nothing to undo of clearing it.
  must(set_standard(*engine_, "shop", one, "base"));
  must(remove(*engine_, one));
  (void)clear_standard(*engine_, "shop");
  EXPECT_EQ(must(undo(*engine_, "")).action, "delete");
  EXPECT_EQ(said(), one + " base");
}

TEST_F(Undoing, WhatAHookDidIsNotTheLastStep) {
  const auto id = id_of("One");
  must(remove(*engine_, id));
  const Author hook{.agent = {}, .token = {}, .door = "hook"};
  must(engine_->database.write([&](store::Writer& writer) -> Result<void> {
    writer.memories.set_author(hook);
    TRY_VOID(writer.memories.begin_step());
    Memory memory = memory_of("by-hook", "Hook", "text", "global");
    TRY_VOID(writer.memories.insert(memory));
    return writer.memories.end_step("store", clock_.now());
  }));
  EXPECT_EQ(must(undo(*engine_, "")).action, "delete");
  EXPECT_EQ(must(undo(*engine_, "by-hook")).action, "store");
}

TEST_F(Undoing, TakesTheTitleOfADeletedMemory) {  // S54
  const auto id = id_of("Key");
  must(remove(*engine_, id));
  EXPECT_EQ(must(undo(*engine_, "Key")).id, id);
  Draft elsewhere = draft("Key", "text", "elsewhere");
  must(remove(*engine_, id_of(elsewhere)));
  must(remove(*engine_, id));
  EXPECT_NE(refused("Key").find("is the title of 2 memories"), std::string::npos);
}

TEST_F(Undoing, AnUpdateIsTakenBackUnlessAnotherCameAfterIt) {
  const auto id = id_of("One", "text");
  changed_title(id, "Two");
  EXPECT_EQ(must(undo(*engine_, id)).action, "update");
  EXPECT_EQ(now(id).title, "One");
  changed_title(id, "Three");
  changed_title(id, "Four");
  EXPECT_EQ(must(undo(*engine_, id)).action, "update");
  EXPECT_EQ(now(id).title, "Three");
  EXPECT_EQ(must(undo(*engine_, id)).action, "update") << "one after the other";
  EXPECT_EQ(now(id).title, "One");
  changed_title(id, "Five");
  const Memory five = now(id);
  Memory other = five;
  other.title = "Six";
  other.updated_at = at(five.updated_at.time + 1s);
  must(engine_->database.write(
      [&](store::Writer& writer) { return writer.memories.replace(five, other); }));
  EXPECT_NE(refused(id), "undone") << "the memory is not as that update left it";
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(Undoing, SeveralThatWereUpdatedTogetherAreOneStep) {  // L1
  Draft tagged = draft("One", "text");
  tagged.tags = {"a", "b"};
  const auto one = id_of(tagged), two = id_of("Two"), three = id_of("Three");
  Changes changes;
  changes.add_tags = {"b", "c"};
  changes.remove_tags = {"a"};
  clock_.advance(1s);
  EXPECT_THAT(must(update_all(*engine_, {one, two, one}, changes)), SizeIs(2));
  EXPECT_THAT(now(one).tags, ElementsAre("b", "c"));
  EXPECT_THAT(must(update_all(*engine_, {one, two}, changes)), IsEmpty()) << "nothing to change";
  changed_title(three, "Four");
  const Undone undone = must(undo(*engine_, two));
  EXPECT_EQ(undone.action, "update");
  EXPECT_EQ(undone.count, 2);
  EXPECT_THAT(now(one).tags, ElementsAre("a", "b"));
  EXPECT_THAT(now(two).tags, IsEmpty());
  EXPECT_EQ(must(undo(*engine_, "")).id, three);

  clock_.advance(1s);
  must(update_all(*engine_, {one, two}, changes));
  changed_title(two, "Other");
  EXPECT_NE(refused(one).find(two), std::string::npos) << "one was changed since";
  EXPECT_THAT(now(one).tags, ElementsAre("b", "c")) << "all or none";
  must(undo(*engine_, two));
  must(remove_for_good(*engine_, one));
  EXPECT_EQ(must(undo(*engine_, two)).count, 1) << "the step of the one that is left";
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(Undoing, AnUpdateOfSeveralLeavesNothingWhereOneIsRefused) {
  const auto one = id_of("One"), two = id_of("Two");
  Draft taken = draft("Two", "text", "other");
  id_of(taken);
  Changes changes;
  changes.name_space = "other";
  const auto moved = update_all(*engine_, {one, two}, changes);
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().code, Code::conflict);
  EXPECT_EQ(now(one).name_space, "global");
  changes = {};
  for (int i = 0; i < 51; ++i) changes.add_tags.push_back(std::to_string(i));
  EXPECT_EQ(update_all(*engine_, {one}, changes).error().field, "add_tags");
  ForgetRequest request;
  request.ids = {one, "no-such-id"};
  EXPECT_FALSE(forget(*engine_, request));
  request.ids = {one, two};
  EXPECT_EQ(must(forget(*engine_, request)).count, 2);
  EXPECT_EQ(must(undo(*engine_, two)).count, 2);
}

TEST_F(Undoing, AMergeGivesItsOriginalsBack) {  // L4
  const auto one = id_of("One", "first"), two = id_of("Two", "second");
  ConsolidateRequest request;
  request.ids = {one, two};
  request.title = "Both";
  request.summary = "first and second";
  const Memory both = must(consolidate(*engine_, request));
  EXPECT_EQ(must(undo(*engine_, "")).action, "merge");
  EXPECT_FALSE(there(both.id));
  EXPECT_EQ(now(one).content, "first");
  EXPECT_EQ(now(two).tier, Tier::mid_term);
  EXPECT_EQ(must(count_archive(*engine_, {})), 0);
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(Undoing, EndsAfterTenMinutesAndLeavesNothing) {
  const auto id = id_of("One");
  must(remove(*engine_, id));
  clock_.advance(engine_->options.keep_versions + 1s);
  EXPECT_NE(refused(), "undone");
  must(prune_versions(*engine_));
  clock_.advance(-2 * engine_->options.keep_versions);
  EXPECT_NE(refused(), "undone") << "it is gone from the database";
}

class UndoingSettled : public Undoing {
 protected:
  void SetUp() override {
    Undoing::SetUp();
    first_ = id_of("First", "the port is 9077");
    second_ = id_of("Second", "the port is 8080");
    must(add_link(*engine_, first_, second_, Relation::contradicts));
  }
  Settled settled(Settlement action) {
    const auto page = must(review(*engine_, ReviewKind::contradiction, 10, {}));
    return must(aim::engine::settle(*engine_, page.items.at(0).item, action));
  }
  Strings relations() {
    Strings out;
    for (const Link& each : must(links_of(*engine_, first_))) out.push_back(each.relation);
    return out;
  }
  std::string first_, second_;
};

TEST_F(UndoingSettled, WhatUseHasAddedComesBack) {  // L4
  const Memory now_second = now(second_);
  Memory used = now_second;
  used.reinforcement = 3;
  must(engine_->database.write(
      [&](store::Writer& writer) { return writer.memories.replace(now_second, used); }));
  must(undo(*engine_, settled(Settlement::keep_first).undo));
  EXPECT_EQ(now(second_).reinforcement, 3);
  EXPECT_EQ(now(second_).priority, used.priority);
  EXPECT_THAT(relations(), ElementsAre("contradicts"));
}

TEST_F(UndoingSettled, LinksOfOthersStay) {
  const std::string id = settled(Settlement::keep_both).undo;
  clock_.advance(1s);
  must(add_link(*engine_, second_, first_, Relation::derived_from));
  must(undo(*engine_, id));
  EXPECT_THAT(relations(), ::testing::UnorderedElementsAre("derived_from", "contradicts"));
}

TEST_F(UndoingSettled, RefusesWhereOneOfItsLinksWasChanged) {
  const std::string id = settled(Settlement::keep_both).undo;
  must(remove_link(*engine_, first_, second_, Relation::related_to));
  EXPECT_EQ(must(undo(*engine_, id)).action, "unlink");
  EXPECT_EQ(undo(*engine_, id).error().code, Code::conflict);
  EXPECT_THAT(relations(), ElementsAre("related_to")) << "nothing is half done";
}

TEST_F(Undoing, RefusesATitleThatIsTaken) {
  const auto id = id_of("One");
  must(remove(*engine_, id));
  id_of("One", "another");
  EXPECT_EQ(undo(*engine_, id).error().code, Code::conflict);
}

}  // namespace
}  // namespace aim::engine
