
#include "engine/database.h"
#include "engine/engine_testing.h"
#include "engine/usage/touch_queue.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty;

class Touched : public EngineTest {
 protected:
  std::string tiered(std::string title, Tier tier) {
    Draft given = draft(std::move(title), "word");
    given.tier = tier;
    return id_of(given);
  }
};

TEST_F(Touched, RecallCountsAfterItsAnswer) {  // S3
  const auto id = tiered("one", Tier::mid_term);
  clock_.advance(1h);
  const Found found = ask("word");
  EXPECT_EQ(found.hits.at(0).memory.access_count, 0);
  EXPECT_EQ(now(id).access_count, 0);
  EXPECT_FALSE(engine_->touches.empty());
  settle();
  EXPECT_TRUE(engine_->touches.empty());
  EXPECT_EQ(now(id).access_count, 1);
  EXPECT_EQ(now(id).last_accessed_at, at(clock_.now()));
}

TEST_F(Touched, OnlyRecallTouches) {
  const auto id = tiered("one", Tier::mid_term);
  searched("word");
  listed();
  now(id);
  must(session_start(*engine_, "", 10));
  EXPECT_TRUE(engine_->touches.empty());  // S22
  recalled("word");
  EXPECT_FALSE(engine_->touches.empty());
  settle();
  EXPECT_EQ(now(id).access_count, 1);
}

TEST_F(Touched, OnlyWhatWasAnsweredIsTouched) {
  tiered("one", Tier::long_term);
  tiered("two", Tier::long_term);
  const auto other = id_of("three", "else");
  recalled("word", {}, 1);
  settle();
  EXPECT_EQ(now(other).access_count, 0);
  std::int64_t uses = 0;
  for (const Memory& memory : must(list(*engine_, {}, 10, 0))) uses += memory.access_count;
  EXPECT_EQ(uses, 1);
}

TEST_F(Touched, AnExpiryNeverComesNearer) {  // A2
  const auto brief = tiered("brief", Tier::short_term), mid = tiered("mid", Tier::mid_term);
  const Time born = clock_.now();
  use(brief);
  use(mid);
  EXPECT_EQ(now(brief).expires_at->time, born + 6h);
  EXPECT_EQ(now(mid).expires_at->time, born + 7 * day);
  clock_.advance(5h + 30min);
  use(brief);
  EXPECT_EQ(now(brief).expires_at->time, clock_.now() + 1h);
  clock_.advance(6 * day + 12h);
  use(mid);
  EXPECT_EQ(now(mid).expires_at->time, clock_.now() + 1 * day);
}

TEST_F(Touched, AGivenExpiryKeepsItsTextWhileItStands) {
  Draft given = draft("one", "word");
  given.expires_at = "2027-06-01T12:00:00+02:00";
  const auto id = id_of(given);
  use(id, 3);
  EXPECT_EQ(now(id).expires_at->text(), "2027-06-01T12:00:00+02:00");
}

TEST_F(Touched, FiveUsesMakeAMidMemoryLong) {
  const auto id = tiered("one", Tier::mid_term);
  clock_.advance(1min);
  use(id, 4);
  EXPECT_EQ(now(id).tier, Tier::mid_term);
  const auto before = now(id).updated_at;
  use(id);
  EXPECT_EQ(now(id).tier, Tier::long_term);
  EXPECT_FALSE(now(id).expires_at);
  EXPECT_NE(now(id).updated_at, before);
  EXPECT_EQ(now(id).updated_at, at(clock_.now()));
}

TEST_F(Touched, FiveUsesAtOnceDoTheSame) {
  const auto id = tiered("one", Tier::mid_term);
  for (int i = 0; i < 5; ++i) recalled("word");
  settle();
  EXPECT_EQ(now(id).access_count, 5);
  EXPECT_EQ(now(id).tier, Tier::long_term);
}

TEST_F(Touched, AShortMemoryStaysShort) {
  const auto id = tiered("one", Tier::short_term);
  use(id, 30);
  EXPECT_EQ(now(id).tier, Tier::short_term);
}

TEST_F(Touched, EveryTenthUseReinforces) {
  const auto id = tiered("one", Tier::long_term);
  use(id, 9);
  EXPECT_EQ(shown_priority(now(id)), 5);
  use(id);
  EXPECT_EQ(shown_priority(now(id)), 6);
  EXPECT_EQ(now(id).priority, 5);  // the caller's own stays (S2)
  use(id, 20);
  EXPECT_EQ(shown_priority(now(id)), 8);
  use(id, 500);
  EXPECT_EQ(shown_priority(now(id)), 10);
}

TEST_F(Touched, WhatIsGoneByThenIsPassedOver) {
  const auto id = tiered("one", Tier::mid_term);
  const auto other = tiered("two", Tier::mid_term);
  recalled("word");
  Changes changes;
  changes.content = "something else";
  must(update(*engine_, other, changes));
  must(engine_->database.write([&](store::Writer& writer) {
    return writer.memories.erase(must(writer.memories.find_by_id(id)).value(), clock_.now());
  }));
  settle();
  EXPECT_EQ(now(other).access_count, 1);
  EXPECT_EQ(now(other).content, "something else");
}

TEST_F(Touched, ATouchLeavesTheTextFindable) {
  const auto id = tiered("one", Tier::mid_term);
  use(id, 12);
  EXPECT_THAT(searched("word"), ElementsAre("one"));
  EXPECT_EQ(now(id).content, "word");
}

TEST_F(Touched, ALockedDatabaseLeavesThemQueued) {
  const auto id = tiered("one", Tier::mid_term);
  recalled("word");
  {
    const auto other = connect();
    must(other->run("BEGIN IMMEDIATE"));
    const auto written = apply_touches(*engine_, 20ms);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, Code::unavailable);
    EXPECT_FALSE(engine_->touches.empty());
    must(other->run("ROLLBACK"));
  }
  recalled("word");
  settle();
  EXPECT_EQ(now(id).access_count, 2);
}

TEST_F(Touched, DroppedTouchesAreCounted) {
  tiered("one", Tier::mid_term);
  EXPECT_EQ(must(stats(*engine_)).dropped_touches, 0);
  for (int i = 0; i < 3; ++i) recalled("word");
  drop_touches(*engine_);
  EXPECT_TRUE(engine_->touches.empty());
  EXPECT_EQ(must(stats(*engine_)).dropped_touches, 3);
  drop_touches(*engine_);
  EXPECT_EQ(must(stats(*engine_)).dropped_touches, 3);
}

TEST(TouchQueue, KeepsABoundedNumberOfTheNewest) {
  TouchQueue queue;
  for (std::size_t i = 0; i < TouchQueue::most + 5; ++i) queue.add(static_cast<Key>(i), {});
  const auto touches = queue.take();
  EXPECT_LE(touches.size(), TouchQueue::most);
  EXPECT_EQ(touches.back().key, static_cast<Key>(TouchQueue::most + 4));
  EXPECT_THAT(queue.take(), IsEmpty());
}

TEST(TouchQueue, WhatIsPutBackComesFirst) {
  TouchQueue queue;
  queue.add(1, {});
  auto touches = queue.take();
  queue.add(2, {});
  queue.put_back(std::move(touches));
  EXPECT_EQ(queue.take().front().key, 1);
}

}  // namespace
}  // namespace aim::engine
