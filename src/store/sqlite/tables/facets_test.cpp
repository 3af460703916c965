#include "store/sqlite/tables/facets.h"

#include <sqlite3.h>

#include "store/sql/tables/usage.h"
#include "store/sqlite/store_testing.h"
#include "store/sqlite/tables/facet_rows.h"
#include "store/sqlite/tables/memories.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::memory_of;
using testing::must;
using ::testing::Pair;
using testing::run_sql;

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
  void retag(std::string_view id, const std::string& tag) {
    const Memory old = of(id);
    Memory changed = old;
    changed.tags = {tag};
    write([&](Connection& connection) { return replace(connection, old, changed); });
  }
  void remove(std::string_view id) {
    const Memory old = of(id);
    write([&](Connection& connection) { return erase(connection, old, clock_.now()); });
  }
  // How many rows are kept within the limits, and how many different lists of tags with them;
  // nothing: none are kept.
  using Sizes = std::pair<std::size_t, std::size_t>;
  std::optional<Sizes> kept(const FacetLimits& limits, KeepFacets keep = KeepFacets::from_now_on) {
    return must(database_->read([&](Connection& connection) -> Result<std::optional<Sizes>> {
      const FacetRows* all = TRY(kept_facet_rows(connection, keep, limits));
      return all ? std::optional(Sizes(all->rows.size(), all->lists.size())) : std::nullopt;
    }));
  }
  // How many rows `use` steps over without an index.
  std::int64_t scanned(const std::function<Result<void>(Connection&)>& use) {
    return must(database_->read([&](Connection& connection) -> Result<std::int64_t> {
      const auto take = [&] {
        std::int64_t rows = 0;
        for (auto* each = sqlite3_next_stmt(connection.handle(), nullptr); each;
             each = sqlite3_next_stmt(connection.handle(), each))
          rows += sqlite3_stmt_status(each, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
        return rows;
      };
      take();
      TRY_VOID(use(connection));
      return take();
    }));
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
  remove("3");
  EXPECT_THAT(seen().tags, ElementsAre(Pair("blue", 1), Pair("grey", 1), Pair("red", 1)));
}

TEST_F(KeptFacetCounts, AreOfWhatPasses) {
  add("4", "blue", "team");
  add("5", "red", "team/eng");
  (void)seen();
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

TEST_F(KeptFacetCounts, SeeWhatOthersChange) {
  (void)seen();
  const auto other = open();
  put(*other, memory_of("4", "Title 4", "Content", "team"));
  EXPECT_THAT(seen().name_spaces, ElementsAre(Pair("global", 3), Pair("team", 1)));
  const Memory first = of("1");
  must(
      other->write([&](Connection& connection) { return erase(connection, first, clock_.now()); }));
  EXPECT_EQ(seen().total, 3);
}

// As they stand in a damaged file.
TEST_F(KeptFacetCounts, GiveNumbersThatAreNoneNoName) {
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
    filter.tier = each.first;
    EXPECT_EQ(seen(filter).total, 0) << each.second;
  }
  filter = {};
  for (const auto& each : EnumNames<MemoryKind>::names) {
    filter.kind = each.first;
    EXPECT_EQ(seen(filter).total, 0) << each.second;
  }
}

TEST_F(KeptFacetCounts, KnowNoNamespaceOfANumberThatIsNone) {
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

TEST_F(KeptFacetCounts, TakeOnlyTextsForAgents) {
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

TEST_F(KeptFacetCounts, AreReadAnewWithoutTextsThatNoneHasAnyMore) {
  const FacetLimits few_texts{.text_bytes = 400};
  ASSERT_TRUE(kept(few_texts));
  for (int i = 0; i < 20; ++i) {
    retag("1", "tag-" + std::to_string(i));
    const auto now = kept(few_texts);
    ASSERT_TRUE(now) << i;
    EXPECT_EQ(now->first, 3U);
    EXPECT_LT(now->second, 10U);
  }
}

TEST_F(KeptFacetCounts, ComeBackWhenThereAreFewer) {
  const FacetLimits four{.rows = 4};
  for (const char* id : {"4", "5", "6", "7", "8"}) add(id, "red");
  EXPECT_FALSE(kept(four));
  for (const char* id : {"8", "7", "6", "5"}) remove(id);
  EXPECT_TRUE(kept(four));
  add("9", "red");  // and go when there are more
  EXPECT_FALSE(kept(four));
}

TEST_F(KeptFacetCounts, ComeBackWhenTextsAreFewer) {
  const FacetLimits few_texts{.text_bytes = 400};
  for (int i = 10; i < 20; ++i) add(std::to_string(i), "tag-" + std::to_string(i));
  EXPECT_FALSE(kept(few_texts));
  for (int i = 10; i < 20; ++i) retag(std::to_string(i), "red");
  for (int i = 0; i < 4; ++i) retag("1", "red-" + std::to_string(i));
  EXPECT_TRUE(kept(few_texts));
}

TEST_F(KeptFacetCounts, ReadNoMoreThanCanBeKept) {
  for (int i = 10; i < 60; ++i) add(std::to_string(i), "tag-" + std::to_string(i));
  const auto asked = [&](const FacetLimits& limits) {
    return scanned([&](Connection& connection) -> Result<void> {
      EXPECT_EQ(TRY(kept_facet_rows(connection, KeepFacets::from_now_on, limits)), nullptr);
      return {};
    });
  };
  EXPECT_LT(asked({.rows = 50}), 10);
  database_ = open();
  EXPECT_LT(asked({.text_bytes = 400}), 20);
  EXPECT_LT(asked({.text_bytes = 400}), 10);  // not again
}

// A question about a few reads all only when that has been done.
TEST_F(KeptFacetCounts, AreMadeOnlyForWhatReadsAll) {
  for (int i = 10; i < 60; ++i) add(std::to_string(i), "red");
  add("few", "blue", "team");
  retag("2", "blue");
  database_ = open();
  Filter by_name_space, by_tag, by_agent, within, reflections;
  by_name_space.name_space = "team";
  by_tag.tags = {"blue"};
  by_agent.agent_id = "ann";
  within.within = {"team"};
  reflections.kind = MemoryKind::reflection;
  for (const Filter& each : {by_name_space, by_tag, by_agent, within, reflections}) {
    const auto count = [&](Connection& connection) -> Result<void> {
      TRY_VOID(facets(connection, each, std::nullopt, clock_.now()));
      return {};
    };
    EXPECT_TRUE(scanned(count) < 20 || !each.tags.empty());
    EXPECT_FALSE(kept({}, KeepFacets::if_kept));
  }
  (void)counted({});
  EXPECT_TRUE(kept({}, KeepFacets::if_kept));
  EXPECT_EQ(seen(by_name_space).total, 1);
  EXPECT_EQ(seen(by_tag).total, 2);
}

}  // namespace
}  // namespace aim::store::sqlite
