#include "store/sqlite/memories.h"
#include "store/sqlite/open_store_testing.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::memory_of;
using ::testing::Pair;
using testing::run_sql;

class FacetCounts : public testing::OpenStoreTest {
 protected:
  void SetUp() override {
    OpenStoreTest::SetUp();
    for (const char* id : {"1", "2", "3"}) add(id, "red");
  }
  void add(const std::string& id, const std::string& tag,
           const std::string& name_space = "global") {
    Memory memory = memory_of(id, "Title " + id, "Content", name_space);
    memory.tags = {tag};
    put(*database_, memory);
  }
  Facets seen(const Filter& filter = {}) {
    return reading([&](Connection& connection) {
      return SqliteMemories(connection).facets(filter, std::nullopt, clock_.now());
    });
  }
  void retag(std::string_view id, const std::string& tag) {
    const Memory old = *find(id);
    Memory changed = old;
    changed.tags = {tag};
    writing(
        [&](Connection& connection) { return SqliteMemories(connection).replace(old, changed); });
  }
  void remove(std::string_view id) {
    const Memory old = *find(id);
    writing([&](Connection& connection) {
      return SqliteMemories(connection).erase(old, clock_.now());
    });
  }
};

TEST_F(FacetCounts, AreThoseOfNow) {
  EXPECT_THAT(seen().tags, ElementsAre(Pair("red", 3)));
  add("4", "blue");
  const Memory old = *find("2");
  Memory changed = old;
  changed.tags = {"blue", "green"};
  changed.source = "user";
  changed.metadata = "{\"agent_id\":\"ann\"}";
  writing([&](Connection& connection) { return SqliteMemories(connection).replace(old, changed); });
  const Facets now = seen();
  EXPECT_THAT(now.tags, ElementsAre(Pair("blue", 2), Pair("red", 2), Pair("green", 1)));
  EXPECT_THAT(now.agents, ElementsAre(Pair("ann", 1)));
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(changed, clock_.now());
  });
  EXPECT_THAT(seen().tags, ElementsAre(Pair("red", 2), Pair("blue", 1)));
  add("5", "grey");
  remove("3");
  EXPECT_THAT(seen().tags, ElementsAre(Pair("blue", 1), Pair("grey", 1), Pair("red", 1)));
}

TEST_F(FacetCounts, AreOfWhatPasses) {
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
  filter.sources = {"nobody"};
  EXPECT_EQ(seen(filter).total, 0);
  filter.sources = {find("1")->source};
  EXPECT_EQ(seen(filter).total, 5);
  filter = {};
  filter.agent_id = "nobody";
  EXPECT_EQ(seen(filter).total, 0);
}

TEST_F(FacetCounts, KnowExpiry) {
  UsageRow row;
  row.key = find("2")->key;
  row.expires_at = clock_.now();
  writing([&](Connection& connection) {
    return SqliteMemories(connection).set_life(row, std::nullopt);
  });
  EXPECT_EQ(seen().total, 2);
}

// As they stand in a damaged file.
TEST_F(FacetCounts, GiveUnknownNumbersNoName) {
  run_sql(file(),
          "UPDATE memories SET tier = -1, kind = 200 WHERE id = '1';"
          "UPDATE memories SET tier = 200, kind = -1 WHERE id = '2';"
          "UPDATE memories SET tier = -9223372036854775807, kind = 256 WHERE id = '3';");
  const Facets found = seen();
  EXPECT_EQ(found.total, 3);
  EXPECT_THAT(found.tiers, ElementsAre(Pair("", 3)));
  EXPECT_THAT(found.kinds, ElementsAre(Pair("", 3)));
  Filter filter;
  for (const auto& each : EnumNames<Tier>::names) {
    filter.tiers = {each.first};
    EXPECT_EQ(seen(filter).total, 0) << each.second;
  }
  filter = {};
  for (const auto& each : EnumNames<MemoryKind>::names) {
    filter.kind = each.first;
    EXPECT_EQ(seen(filter).total, 0) << each.second;
  }
}

TEST_F(FacetCounts, LeaveOutUnknownNamespaces) {
  run_sql(file(),
          "UPDATE memories SET namespace = -1 WHERE id = '1';"
          "UPDATE memories SET namespace = 4294967297 WHERE id = '2';"
          "UPDATE memories SET namespace = 2147483647 WHERE id = '3';");
  const Facets found = seen();
  EXPECT_EQ(found.total, 3);
  EXPECT_THAT(found.name_spaces, IsEmpty());
  Filter filter;
  filter.name_space = "global";
  EXPECT_EQ(seen(filter).total, 0);
}

TEST_F(FacetCounts, TakeOnlyTextsForAgents) {
  run_sql(file(), R"(UPDATE memories SET metadata = '{"agent_id":5}' WHERE id = '1';)"
                  R"(UPDATE memories SET metadata = '{"agent_id":"5"}' WHERE id = '2';)"
                  R"(UPDATE memories SET metadata = '{"agent_id":' WHERE id = '3';)");
  EXPECT_THAT(seen().agents, ElementsAre(Pair("5", 1)));
  Filter filter;
  filter.agent_id = "5";
  EXPECT_THAT(seen(filter).agents, ElementsAre(Pair("5", 1)));
  retag("2", "blue");
  remove("2");
  EXPECT_THAT(seen().agents, IsEmpty());
  EXPECT_EQ(seen(filter).total, 0);
}

}  // namespace
}  // namespace aim::store::sqlite
