#include "engine/accesses.h"

#include "engine/engine_testing.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs;

class Accessed : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    EngineOptions options;
    options.access_log = AccessLog::always;
    start(options);
  }
  // A call that showed these.
  void call(std::string kind, std::string query, std::vector<Key> keys) {
    Access access;
    access.row.at = clock_.now();
    access.row.kind = std::move(kind);
    access.row.door = "cli";
    access.row.query = std::move(query);
    for (const Key key : keys) access.shown.push_back({key, 0.5, "words 0.8 0.4"});
    note_access(*engine_, std::move(access));
  }
  Strings kinds(const RecentCalls& wanted = {}) {
    Strings out;
    for (const LoggedCall& each : must(recent_calls(*engine_, wanted)))
      out.push_back(each.call.kind);
    return out;
  }
};

TEST(AccessFactors, SurviveTheirCompactForm) {
  const std::string text = compact_factors({{"words", 0.81234, 0.4}, {"asks", 1, -0.4}});
  EXPECT_EQ(text, "words 0.8123 0.4;asks 1 -0.4");
  const auto factors = read_factors(text);
  ASSERT_THAT(factors, SizeIs(2));
  EXPECT_EQ(factors[1].name, "asks");
  EXPECT_EQ(factors[1].value, 1);
  EXPECT_EQ(factors[1].weight, -0.4);
  EXPECT_THAT(read_factors(""), IsEmpty());
}

TEST_F(Accessed, IsWrittenWithTheTouches) {  // S3
  const Memory one = keep("one").memory;
  call("recall", "which", {one.key});
  EXPECT_FALSE(engine_->touches.empty());
  EXPECT_THAT(kinds(), IsEmpty());
  settle();
  EXPECT_TRUE(engine_->touches.empty());
  const auto calls = must(recent_calls(*engine_, {}));
  ASSERT_THAT(calls, SizeIs(1));
  EXPECT_EQ(calls[0].call.query, "which");
  ASSERT_THAT(calls[0].shown, SizeIs(1));
  EXPECT_EQ(calls[0].shown[0].id, one.id);
  EXPECT_EQ(calls[0].shown[0].factors, "words 0.8 0.4");
}

TEST_F(Accessed, GoesWithItsMemory) {
  const Memory one = keep("one").memory, two = keep("two").memory;
  call("recall", "which", {one.key, two.key});
  settle();
  must(database_->write(
      [&](store::Writer& writer) { return writer.memories.erase(one, clock_.now()); }, {}));
  EXPECT_THAT(must(access_log(*engine_, {})), SizeIs(1));
  call("recall", "again", {one.key});
  settle();
  EXPECT_THAT(must(recent_calls(*engine_, {})).front().shown, IsEmpty());
}

TEST_F(Accessed, IsListedByMemoryKindAndTime) {
  const Memory one = keep("one").memory, two = keep("two").memory;
  call("recall", "first", {one.key});
  settle();
  clock_.advance(1h);
  call("get", "", {two.key});
  call("recall", "second", {one.key, two.key});
  settle();
  EXPECT_THAT(must(access_log(*engine_, {})), SizeIs(4));
  EXPECT_THAT(must(access_log(*engine_, {one.id, {}, {}, 50})), SizeIs(2));
  EXPECT_THAT(must(access_log(*engine_, {two.id, "get", {}, 50})), SizeIs(1));
  EXPECT_THAT(must(access_log(*engine_, {{}, {}, clock_.now(), 50})), SizeIs(3));
  EXPECT_EQ(access_log(*engine_, {"nobody", {}, {}, 50}).error().code, Code::not_found);
  EXPECT_THAT(kinds(), ElementsAre("recall", "get", "recall"));
  EXPECT_THAT(kinds({{"recall"}, 0, 50}), ElementsAre("recall", "recall"));
  EXPECT_THAT(kinds({{}, 3, 50}), ElementsAre("get", "recall"));
  EXPECT_THAT(must(calls_after(*engine_, 1, 50)), SizeIs(2));
}

TEST_F(Accessed, EndsWithItsTime) {
  const Memory one = keep("one").memory;
  call("recall", "old", {one.key});
  settle();
  clock_.advance(91 * day);
  call("recall", "new", {one.key});
  settle();
  must(prune_accesses(*engine_, {}));
  EXPECT_THAT(must(access_log(*engine_, {})), SizeIs(1));
  clock_.advance(91 * day);
  must(prune_accesses(*engine_, {}));
  EXPECT_EQ(must(last_call(*engine_)), 2) << "the last one stays, so that numbers go on";
}

TEST_F(Accessed, IsForProfilesUnlessAskedFor) {
  EXPECT_TRUE(logs_accesses(*engine_, false));
  start({});
  EXPECT_FALSE(logs_accesses(*engine_, false));
  EXPECT_TRUE(logs_accesses(*engine_, true));
  EngineOptions never;
  never.access_log = AccessLog::never;
  start(never);
  EXPECT_FALSE(logs_accesses(*engine_, true));
}

TEST_F(Accessed, LeavesOutQueriesWhereTheyAreNotWanted) {
  EngineOptions options;
  options.access_log = AccessLog::always;
  options.log_queries = false;
  start(options);
  call("recall", "secret", {});
  settle();
  EXPECT_FALSE(must(recent_calls(*engine_, {})).front().call.query);
}

}  // namespace
}  // namespace aim::engine
