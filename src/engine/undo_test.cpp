#include "engine/undo.h"

#include "engine/browse/review.h"
#include "engine/consolidate.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/history/versions.h"

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
  EXPECT_NE(refused(), "undone") << "once only";
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
  EXPECT_NE(refused(id), "undone") << "no step is left";
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
  EXPECT_THAT(must(list_archive(*engine_, "", 10, 0)), IsEmpty());
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
