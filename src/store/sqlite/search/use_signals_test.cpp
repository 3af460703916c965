#include "store/sqlite/memories.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using testing::memory_of;
using testing::must;

class UseSignalsOfScope : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    database_ = open();
    for (const char* id : {"1", "2", "3"}) add(id);
  }
  void add(const std::string& id, const std::string& name_space = "global") {
    put(*database_, memory_of(id, "Title " + id, "Content", name_space));
  }
  Memory of(std::string_view id) {
    return *must(database_->read(
        [&](Connection& connection) { return SqliteMemories(connection).find_by_id(id); }));
  }
  void write(const std::function<Result<void>(Connection&)>& change) {
    must(database_->write(change));
  }
  // Each as key:priority:uses.
  std::vector<std::string> seen(const std::string& name_space = "global") {
    Filter filter;
    filter.name_space = name_space;
    std::vector<std::string> out;
    for (const UseSignals& each : must(database_->read([&](Connection& connection) {
           return SqliteSearch(connection).use_signals(filter, clock_.now());
         })))
      out.push_back(find_id(each.key) + ":" + std::to_string(each.priority) + ":" +
                    std::to_string(each.access_count));
    return out;
  }
  std::string find_id(Key key) {
    return must(database_->read([&](Connection& connection) {
             return SqliteMemories(connection).by_keys(std::array{key});
           }))
        .front()
        .id;
  }
  std::unique_ptr<Database> database_;
};

TEST_F(UseSignalsOfScope, AreThoseOfNow) {
  const std::vector<std::string> first{"1:5:0", "2:5:0", "3:5:0"};
  EXPECT_EQ(seen(), first);
  add("4");
  const Memory old = of("2");
  Memory changed = old;
  changed.priority = 9;
  write([&](Connection& connection) { return SqliteMemories(connection).replace(old, changed); });
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "2:9:0", "3:5:0", "4:5:0"));
  write([&](Connection& connection) {
    return SqliteMemories(connection).erase(changed, clock_.now());
  });
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "3:5:0", "4:5:0"));
}

TEST_F(UseSignalsOfScope, KnowUsesAndExpiry) {
  UsageRow row;
  row.key = of("2").key;
  row.expires_at = clock_.now();
  const Key third = of("3").key;
  write([&](Connection& connection) -> Result<void> {
    TRY_VOID(SqliteMemories(connection).set_usage(third, 7, clock_.now()));
    return SqliteMemories(connection).set_life(row, std::nullopt);
  });
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "3:5:7"));
  row.expires_at = clock_.now() + std::chrono::hours(1);
  write([&](Connection& connection) {
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
