#include "store/sqlite/memories.h"
#include "store/sqlite/open_store_testing.h"
#include "store/sqlite/search/sqlite_search.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using testing::memory_of;

class UseSignalsOfScope : public testing::OpenStoreTest {
 protected:
  void SetUp() override {
    OpenStoreTest::SetUp();
    for (const char* id : {"1", "2", "3"}) add(id);
  }
  void add(const std::string& id, const std::string& name_space = "global") {
    put(*database_, memory_of(id, "Title " + id, "Content", name_space));
  }
  // Each as key:priority:uses.
  std::vector<std::string> seen(const std::string& name_space = "global") {
    Filter filter;
    filter.name_space = name_space;
    std::vector<std::string> out;
    for (const UseSignals& each : reading([&](Connection& connection) {
           return SqliteSearch(connection).use_signals(filter, clock_.now());
         }))
      out.push_back(find_id(each.key) + ":" + std::to_string(each.priority) + ":" +
                    std::to_string(each.access_count));
    return out;
  }
  std::string find_id(Key key) {
    return reading([&](Connection& connection) {
             return SqliteMemories(connection).by_keys(std::array{key});
           })
        .front()
        .id;
  }
};

TEST_F(UseSignalsOfScope, AreThoseOfNow) {
  const std::vector<std::string> first{"1:5:0", "2:5:0", "3:5:0"};
  EXPECT_EQ(seen(), first);
  add("4");
  const Memory old = *find("2");
  Memory changed = old;
  changed.priority = 9;
  writing([&](Connection& connection) { return SqliteMemories(connection).replace(old, changed); });
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "2:9:0", "3:5:0", "4:5:0"));
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(changed, clock_.now());
  });
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "3:5:0", "4:5:0"));
}

TEST_F(UseSignalsOfScope, KnowUsesAndExpiry) {
  UsageRow row;
  row.key = find("2")->key;
  row.expires_at = clock_.now();
  const Key third = find("3")->key;
  writing([&](Connection& connection) -> Result<void> {
    TRY_VOID(SqliteMemories(connection).set_usage(third, 7, clock_.now()));
    return SqliteMemories(connection).set_life(row, std::nullopt);
  });
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "3:5:7"));
  row.expires_at = clock_.now() + std::chrono::hours(1);
  writing([&](Connection& connection) {
    return SqliteMemories(connection).set_life(row, std::nullopt);
  });
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "2:5:0", "3:5:7"));
}

TEST_F(UseSignalsOfScope, AreOfTheScopeAskedFor) {
  add("4", "team");
  add("5", "team/eng");
  EXPECT_THAT(seen("team"), ElementsAre("4:5:0"));
  EXPECT_THAT(seen("team/*"), ElementsAre("4:5:0", "5:5:0"));
  EXPECT_THAT(seen(""), ElementsAre("1:5:0", "2:5:0", "3:5:0", "4:5:0", "5:5:0"));
  EXPECT_TRUE(seen("nobody").empty());
}

}  // namespace
}  // namespace aim::store::sqlite
