#include "engine/usage/access_log.h"

#include "engine/browse/neighbourhood.h"
#include "engine/engine_testing.h"
#include "engine/usage/touch_queue.h"

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
  void call(std::string kind, std::string query, std::vector<Key> keys, std::string session = "") {
    AccessNote access;
    access.row.at = clock_.now();
    access.row.kind = std::move(kind);
    access.row.door = "cli";
    access.row.query = std::move(query);
    access.row.session = std::move(session);
    access.row.results = std::ssize(keys);
    for (const Key key : keys) access.shown.push_back({key, 0.5, "words 0.8 0.4"});
    note_access(*engine_, std::move(access));
  }
  Strings kinds(const RecentCalls& wanted = {}) {
    Strings out;
    for (const LoggedCall& each : must(recent_calls(*engine_, wanted)).calls)
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

TEST_F(Accessed, AreListedBySession) {  // L3
  for (int i = 0; i < 7; ++i) call("recall", std::to_string(i), {}, i % 2 == 0 ? "even" : "odd");
  call("recall", "none", {});
  settle();
  RecentCalls wanted;
  wanted.session = "even";
  wanted.limit = 3;
  Strings seen;
  do {
    const CallPage page = must(recent_calls(*engine_, wanted));
    for (const LoggedCall& each : page.calls) seen.push_back(*each.call.query);
    wanted.before = page.next;
  } while (wanted.before != 0);
  EXPECT_THAT(seen, ElementsAre("6", "4", "2", "0"));
  wanted.session = "eve";
  const CallPage none = must(recent_calls(*engine_, wanted));
  EXPECT_THAT(none.calls, IsEmpty());
  EXPECT_EQ(none.next, 0);
}

TEST_F(Accessed, TellWhoCalls) {  // L7
  const auto called = [&](const char* client, const char* door, const char* session) {
    AccessNote access;
    access.row.at = clock_.now();
    access.row.kind = "recall";
    access.row.door = door;
    access.row.client = client;
    access.row.session = session;
    access.row.tokens = 10;
    note_access(*engine_, std::move(access));
    settle();
    clock_.advance(1min);
  };
  called("old", "mcp", "x");
  clock_.advance(5 * 24h);
  const Time begin = clock_.now();
  called("one", "mcp", "a");
  called("two", "http", "");
  called("one", "mcp", "b");
  called("one", "hook", "b");
  const auto clients = must(series(*engine_, 2)).clients;
  ASSERT_THAT(clients, SizeIs(3));
  EXPECT_EQ(clients[0].door, "hook");
  EXPECT_EQ(clients[1].client, "one");
  EXPECT_EQ(clients[1].calls, 2);
  EXPECT_EQ(clients[1].tokens, 20);
  EXPECT_EQ(clients[1].sessions, 2);
  EXPECT_EQ(clients[1].last_session, "b");
  EXPECT_EQ(clients[1].last, begin + 2min);
  EXPECT_EQ(clients[2].client, "two");
  EXPECT_EQ(clients[2].sessions, 0);
}

TEST_F(Accessed, IsWrittenWithTheTouches) {  // S3
  const Memory one = keep("one").memory;
  call("recall", "which", {one.key});
  EXPECT_FALSE(engine_->touches.empty());
  EXPECT_THAT(kinds(), IsEmpty());
  settle();
  EXPECT_TRUE(engine_->touches.empty());
  const auto calls = must(recent_calls(*engine_, {})).calls;
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
  EXPECT_THAT(must(recent_calls(*engine_, {})).calls.front().shown, IsEmpty());
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

TEST_F(Accessed, IsSwitchedInAllCopiesOfAnEngineAtOnce) {
  Engine copy = *engine_;
  copy.options.access_log.set_for_all(AccessLog::never);
  EXPECT_FALSE(logs_accesses(*engine_, true));
  EngineOptions others = engine_->options;
  others.access_log = AccessLog::always;
  EXPECT_FALSE(logs_accesses(*engine_, true)) << "another value is not theirs";
}

TEST_F(Accessed, ListsQuestionsToWhichNothingCameBack) {
  const Memory one = keep("one").memory;
  call("recall", "found", {one.key});
  call("recall", "not found", {});
  call("recall", "found again", {one.key});
  settle();
  const auto calls = must(recent_calls(*engine_, {.limit = 1, .nothing_found = true})).calls;
  ASSERT_THAT(calls, SizeIs(1));
  EXPECT_EQ(calls[0].call.query, "not found");
}

TEST_F(Accessed, LeavesOutQueriesWhereTheyAreNotWanted) {
  EngineOptions options;
  options.access_log = AccessLog::always;
  options.log_queries = false;
  start(options);
  call("recall", "secret", {});
  settle();
  EXPECT_FALSE(must(recent_calls(*engine_, {})).calls.front().call.query);
}

}  // namespace
}  // namespace aim::engine
