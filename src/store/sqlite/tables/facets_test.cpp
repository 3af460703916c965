#include "store/sqlite/tables/facets.h"

#include "store/sql/tables/usage.h"
#include "store/sqlite/store_testing.h"
#include "store/sqlite/tables/memories.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::memory_of;
using testing::must;
using ::testing::Pair;

class KeptFacetCounts : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    database_ = open();
    for (const char* id : {"1", "2", "3"}) add(id, "red");
  }
  void add(const std::string& id, const std::string& tag,
           const std::string& name_space = "global") {
    Memory memory = memory_of(id, "Title " + id, "Content", name_space);
    memory.tags = {tag};
    put(*database_, memory);
  }
  Memory of(std::string_view id) {
    return *must(
        database_->read([&](Connection& connection) { return find_by_id(connection, id); }));
  }
  void write(const std::function<Result<void>(Connection&)>& change) {
    must(database_->write(change));
  }
  Facets counted(const Filter& filter) {
    return must(database_->read([&](Connection& connection) {
      return facets(connection, filter, std::nullopt, clock_.now());
    }));
  }
  // As it is kept; the same must be read anew.
  Facets seen(const Filter& filter = {}) {
    Filter anew = filter;
    anew.since = Time();  // what nothing is kept for
    const Facets kept = counted(filter), read = counted(anew);
    EXPECT_EQ(kept.total, read.total);
    EXPECT_EQ(kept.name_spaces, read.name_spaces);
    EXPECT_EQ(kept.tiers, read.tiers);
    EXPECT_EQ(kept.kinds, read.kinds);
    EXPECT_EQ(kept.tags, read.tags);
    EXPECT_EQ(kept.sources, read.sources);
    EXPECT_EQ(kept.agents, read.agents);
    return kept;
  }
  std::unique_ptr<Database> database_;
};

TEST_F(KeptFacetCounts, AreThoseOfNow) {
  EXPECT_THAT(seen().tags, ElementsAre(Pair("red", 3)));
  EXPECT_THAT(seen().tags, ElementsAre(Pair("red", 3)));
  add("4", "blue");
  const Memory old = of("2");
  Memory changed = old;
  changed.tags = {"blue", "green"};
  changed.source = "user";
  changed.metadata = "{\"agent_id\":\"ann\"}";
  write([&](Connection& connection) { return replace(connection, old, changed); });
  const Facets now = seen();
  EXPECT_THAT(now.tags, ElementsAre(Pair("blue", 2), Pair("red", 2), Pair("green", 1)));
  EXPECT_THAT(now.agents, ElementsAre(Pair("ann", 1)));
  write([&](Connection& connection) { return erase(connection, changed, clock_.now()); });
  EXPECT_THAT(seen().tags, ElementsAre(Pair("red", 2), Pair("blue", 1)));
  add("5", "grey");
  const Memory third = of("3");
  write([&](Connection& connection) { return erase(connection, third, clock_.now()); });
  EXPECT_THAT(seen().tags, ElementsAre(Pair("blue", 1), Pair("grey", 1), Pair("red", 1)));
}

TEST_F(KeptFacetCounts, AreOfWhatPasses) {
  add("4", "blue", "team");
  add("5", "red", "team/eng");
  Filter filter;
  filter.name_space = "team/*";
  EXPECT_EQ(seen(filter).total, 2);
  filter.tags = {"red"};
  EXPECT_THAT(seen(filter).name_spaces, ElementsAre(Pair("team/eng", 1)));
  filter.tags = {"red", "blue"};
  EXPECT_EQ(seen(filter).total, 0);
  filter = {};
  filter.within = {"team"};
  EXPECT_THAT(seen(filter).tags, ElementsAre(Pair("blue", 1)));
  filter.within.emplace();
  EXPECT_THAT(seen(filter).name_spaces, IsEmpty());
  filter = {};
  filter.source = "nobody";
  EXPECT_EQ(seen(filter).total, 0);
  filter.source = of("1").source;
  EXPECT_EQ(seen(filter).total, 5);
  filter.tier = Tier::long_term;
  filter.kind = MemoryKind::observation;
  (void)seen(filter);
  filter = {};
  filter.agent_id = "nobody";
  EXPECT_EQ(seen(filter).total, 0);
}

// Moves no change number.
TEST_F(KeptFacetCounts, KnowExpiry) {
  (void)seen();
  UsageRow row;
  row.key = of("2").key;
  row.expires_at = clock_.now();
  write([&](Connection& connection) { return sql::set_life(connection, row, std::nullopt); });
  EXPECT_EQ(seen().total, 2);
}

// What is seen within a transaction that is taken back is not kept.
TEST_F(KeptFacetCounts, AreNotThoseThatWereTakenBack) {
  (void)seen();
  const auto failed = database_->write([&](Connection& connection) -> Result<void> {
    Memory memory = memory_of("4", "Title 4", "Content");
    TRY_VOID(insert(connection, memory));
    EXPECT_EQ(TRY(facets(connection, {}, std::nullopt, clock_.now())).total, 4);
    return Failure(refuse("", "taken back"));
  });
  EXPECT_FALSE(failed);
  add("5", "blue");  // has the number that the other one had
  EXPECT_THAT(seen().tags, ElementsAre(Pair("red", 3), Pair("blue", 1)));
}

}  // namespace
}  // namespace aim::store::sqlite
