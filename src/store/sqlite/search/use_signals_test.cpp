#include "store/sqlite/memories.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using testing::memory_of;
using testing::must;

class KeptUseSignals : public testing::StoreTest {
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
  // Each as key:priority:uses, as it is kept; the same must be read anew.
  std::vector<std::string> seen(const std::string& name_space = "global") {
    Filter kept, anew;
    kept.name_space = anew.name_space = name_space;
    anew.since = Time();
    const auto said = texts(kept);
    EXPECT_EQ(said, texts(anew));
    return said;
  }
  std::vector<std::string> texts(const Filter& filter) {
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

TEST_F(KeptUseSignals, AreThoseOfNow) {
  const std::vector<std::string> first{"1:5:0", "2:5:0", "3:5:0"};
  EXPECT_EQ(seen(), first);
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

// Neither moves the change number.
TEST_F(KeptUseSignals, KnowUsesAndExpiry) {
  (void)seen();
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

TEST_F(KeptUseSignals, AreOfTheScopeAskedFor) {
  (void)seen();
  add("4", "team");
  add("5", "team/eng");
  EXPECT_THAT(seen("team"), ElementsAre("4:5:0"));
  EXPECT_THAT(seen("team/*"), ElementsAre("4:5:0", "5:5:0"));
  EXPECT_THAT(seen(""), ElementsAre("1:5:0", "2:5:0", "3:5:0", "4:5:0", "5:5:0"));
  EXPECT_TRUE(seen("nobody").empty());
}

// What is seen within a transaction that is taken back is not kept.
TEST_F(KeptUseSignals, AreNotThoseThatWereTakenBack) {
  (void)seen();
  const auto failed = database_->write([&](Connection& connection) -> Result<void> {
    Memory memory = memory_of("4", "Title 4", "Content");
    TRY_VOID(SqliteMemories(connection).insert(memory));
    Filter filter;
    filter.name_space = "global";
    EXPECT_EQ(TRY(SqliteSearch(connection).use_signals(filter, clock_.now())).size(), 4U);
    return Failure(refuse("", "taken back"));
  });
  EXPECT_FALSE(failed);
  add("5");  // has the number that the other one had
  EXPECT_THAT(seen(), ElementsAre("1:5:0", "2:5:0", "3:5:0", "5:5:0"));
}

}  // namespace
}  // namespace aim::store::sqlite
