#include "store/sqlite/foreign/guard.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using testing::must;

class SchemaFunctions : public testing::StoreTest {
 protected:
  std::string text(const std::string& sql) {
    auto statement = must(connection_->prepare(sql));
    return must(statement.step()) ? statement.string(0) : "none";
  }
  void SetUp() override {
    StoreTest::SetUp();
    open();
    connection_ = connect();
  }
  std::unique_ptr<Connection> connection_;
};

TEST_F(SchemaFunctions, AnswerAsThoseOfSQLite) {
  EXPECT_EQ(text("SELECT json_valid('{}') || json_valid('{') || ifnull(json_valid(NULL), '-')"),
            "100");
  EXPECT_EQ(text("SELECT json_extract('{\"a\":\"x\"}', '$.a')"), "x");
  EXPECT_EQ(text("SELECT typeof(json_extract('{\"a\":1}', '$.a'))"), "integer");
  EXPECT_EQ(text("SELECT typeof(json_extract('{\"a\":1.5}', '$.a'))"), "real");
  EXPECT_EQ(text("SELECT typeof(json_extract('{\"a\":1}', '$.b'))"), "null");
  EXPECT_EQ(text("SELECT json_object('o', json_extract('{\"a\":{\"b\":[1]}}', '$.a'))"),
            "{\"o\":{\"b\":[1]}}");
  EXPECT_FALSE(connection_->number("SELECT json_extract('{', '$.a')"));
  EXPECT_EQ(text("SELECT json_extract('{\"a\":1,\"b\":2}', '$.a', '$.b')"), "[1,2]");
}

TEST_F(SchemaFunctions, AreUsedByASchemaThatIsNotTrusted) {
  must(
      connection_->script("CREATE TABLE t(a, b AS (json_extract(a, '$.b')), CHECK (json_valid(a)));"
                          "CREATE INDEX i ON t(json_extract(a, '$.c'));"
                          "INSERT INTO t VALUES ('{\"b\":7}')"));
  EXPECT_EQ(must(connect()->number("SELECT b FROM t")), 7);
}

}  // namespace
}  // namespace aim::store::sqlite
