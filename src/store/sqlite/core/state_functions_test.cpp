// States of versions, as SQL packs and reads them.
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using testing::must;

class StateFunctions : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    open();
    connection_ = connect();
  }
  std::string text(const std::string& sql) {
    return must(connection_->first("SELECT " + sql, sql::string_of)).value();
  }
  std::unique_ptr<Connection> connection_;
};

constexpr auto state =
    R"('{"namespace":"global","tier":2,"created_at":1795847053799244724,"title":"\u00e4 \"b\"","content":"short"}')";

TEST_F(StateFunctions, GiveBackWhatWasPacked) {
  const std::string packed = std::string("packed_state(") + state + ")";
  EXPECT_EQ(text("state_text(" + packed + ")"), text(state));
  EXPECT_EQ(text("typeof(" + packed + ")"), "blob");
  EXPECT_EQ(
      must(connection_->number("SELECT 3 * length(" + packed + ") < 2 * length(" + state + ")")), 1)
      << "what most states say is in the dictionary";
  EXPECT_EQ(text("state_text(packed_state(''))"), "");
}

TEST_F(StateFunctions, ReadTheTextsOfEarlierPrograms) {
  EXPECT_EQ(text(std::string("state_text(") + state + ")"), text(state));
}

TEST_F(StateFunctions, RefuseWhatIsDamaged) {
  for (const std::string damaged :
       {"x''", "x'00'", "x'ffffffff'", "x'05000000'", "x'0500000028b52ffd'", "7", "NULL",
        "substr(packed_state('{}'), 1, 6)", "x'ffffff7f' || substr(packed_state('{}'), 5)"}) {
    const auto read =
        connection_->first("SELECT length(json(state_text(" + damaged + ")))", sql::string_of);
    EXPECT_FALSE(read) << damaged;
  }
}

}  // namespace
}  // namespace aim::store::sqlite
