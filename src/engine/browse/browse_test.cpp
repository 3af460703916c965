#include "engine/browse/listings.h"
#include "engine/browse/neighbourhood.h"
#include "engine/database.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"

namespace aim::engine {
namespace {

using namespace testing;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Looked : public EngineTest {
 protected:
  std::string kept(const std::string& title, const std::string& name_space = "global",
                   std::vector<std::string> tags = {}) {
    Draft made = draft(title, "word", name_space);
    made.tags = std::move(tags);
    return must(remember(*engine_, made)).memory.id;
  }
  void sql(const std::string& text) { must(connect()->script(text)); }
};

TEST_F(Looked, ChangesComeInOrderAndOnce) {
  EXPECT_EQ(must(last_change(*engine_)), 0);
  const auto one = kept("one"), two = kept("two", "team");
  const auto begin = must(last_change(*engine_));
  EXPECT_GT(begin, 0);
  EXPECT_THAT(must(changes_since(*engine_, begin, 10)).changes, IsEmpty());
  ChangeList all = must(changes_since(*engine_, 0, 10));
  ASSERT_THAT(all.changes, SizeIs(2));
  EXPECT_EQ(all.changes[1].id, two);
  EXPECT_EQ(all.changes[1].name_space, "team");
  EXPECT_EQ(all.last, begin);
  EXPECT_FALSE(all.more);

  must(remove(*engine_, one));
  kept("two", "team");
  all = must(changes_since(*engine_, begin, 1));
  ASSERT_THAT(all.changes, SizeIs(1));
  EXPECT_TRUE(all.changes[0].gone);
  EXPECT_EQ(all.changes[0].id, one);
  EXPECT_TRUE(all.more);
  all = must(changes_since(*engine_, all.last, 10));
  ASSERT_THAT(all.changes, SizeIs(1));
  EXPECT_EQ(all.changes[0].id, two);
}

TEST_F(Looked, AUseIsNoChangeUnlessItPromotes) {
  const auto id = kept("one");
  const auto born = must(last_change(*engine_));
  clock_.advance(6 * day + 12h);
  recalled("one");  // prolongs its life
  settle();
  EXPECT_EQ(must(last_change(*engine_)), born);
  for (int i = 0; i < 4; ++i) recalled("one");
  settle();
  const ChangeList changes = must(changes_since(*engine_, born, 10));
  ASSERT_THAT(changes.changes, SizeIs(1));
  EXPECT_EQ(changes.changes[0].id, id);
}

TEST_F(Looked, PagesFollowEachOther) {
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(kept("title " + std::to_string(i)));
  Draft brief = draft("brief");
  brief.tier = Tier::short_term;
  must(remember(*engine_, brief));
  clock_.advance(2 * day);
  std::vector<std::string> seen;
  std::int64_t after = 0;
  do {
    const MemoryPage each = must(page(*engine_, after, 2));
    for (const store::PageRow& memory : each.memories) seen.push_back(memory.id);
    after = each.next;
  } while (after != 0);
  EXPECT_EQ(seen, ids);
}

TEST_F(Looked, ANeighbourhoodHoldsTheSession) {  // L6
  const auto said = [&](const std::string& title, const std::string& session) {
    Draft made = draft(title, "words of " + title, session == "far" ? "elsewhere" : "global");
    made.metadata = R"({"session_id":")" + session + R"("})";
    clock_.advance(1min);
    return must(remember(*engine_, made)).memory.id;
  };
  const auto a = said("a", "one"), b = said("b", "one"), c = said("c", "one");
  said("d", "two");
  said("e", "far");
  const auto alone = kept("f");
  const Neighbourhood found = must(neighbourhood(*engine_, b, 1, 10));
  ASSERT_THAT(found.nodes, SizeIs(3));
  EXPECT_EQ(found.nodes[0].memory.id, b);
  EXPECT_THAT((std::vector{found.nodes[1].memory.id, found.nodes[2].memory.id}),
              ::testing::UnorderedElementsAre(a, c));
  ASSERT_THAT(found.edges, SizeIs(2));
  for (const Edge& edge : found.edges) {
    EXPECT_EQ(edge.source, b);
    EXPECT_EQ(edge.relation, "session");
  }
  EXPECT_THAT(must(neighbourhood(*engine_, b, 0, 10)).nodes, SizeIs(1));
  EXPECT_THAT(must(neighbourhood(*engine_, alone, 2, 10)).nodes, SizeIs(1));
  for (int i = 0; i < 40; ++i) said("line " + std::to_string(i), "two");
  EXPECT_THAT(must(neighbourhood(*engine_, said("last", "two"), 1, 300)).nodes, SizeIs(21));
}

TEST_F(Looked, CompletesInAnyCase) {
  kept("a", "Team/one", {"Blue", "black"});
  kept("b", "team/two", {"blue"});
  kept("c", "other", {"red", "Ärger"});
  const auto names = [&](Completes what, std::string_view beginning, std::size_t limit = 10) {
    return must(complete(*engine_, what, beginning, limit));
  };
  EXPECT_THAT(names(Completes::name_space, "TEAM").values, ElementsAre("Team/one", "team/two"));
  EXPECT_THAT(names(Completes::name_space, "").values,
              ElementsAre("Team/one", "other", "team/two"));
  EXPECT_THAT(names(Completes::tag, "bl").values, ElementsAre("Blue", "black", "blue"));
  EXPECT_THAT(names(Completes::tag, "är").values, ElementsAre("Ärger"));
  const auto cut = names(Completes::tag, "b", 2);
  EXPECT_THAT(cut.values, SizeIs(2));
  EXPECT_TRUE(cut.more);
  EXPECT_EQ(cut.total, 3);
  const auto id = kept("d");
  EXPECT_THAT(names(Completes::id, id.substr(0, 12)).values, ElementsAre(id));
}

TEST_F(Looked, ASoundDatabaseIsFoundSound) {
  must(probe(*engine_));
  kept("the");
  must(probe(*engine_));
  kept("Database of billing-api", "team");
  must(probe(*engine_));
  kept("你好");
  must(probe(*engine_));
  for (const store::Finding& check : must(examine(*engine_, [] { return false; })))
    EXPECT_TRUE(check.good) << check.check;
  EXPECT_FALSE(examine(*engine_, [] { return true; }));
}

TEST_F(Looked, ABrokenTextIndexIsFound) {
  kept("Database");
  while (must(engine_->database.maintenance().tend_words({}))) {
  }
  sql("INSERT INTO memory_text(memory_text) VALUES ('delete-all')");
  const auto looked = probe(*engine_);
  ASSERT_FALSE(looked);
  EXPECT_EQ(looked.error().code, Code::database_error);
  repair();
  must(probe(*engine_));
}

TEST_F(Looked, WrongCountsAreFound) {
  kept("Database");
  sql("UPDATE namespaces SET memories = 0");
  EXPECT_FALSE(probe(*engine_));
  repair();
}

}  // namespace
}  // namespace aim::engine
