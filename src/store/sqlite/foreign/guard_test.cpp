#include "store/sqlite/foreign/guard.h"

#include <sqlite3.h>

#include "store/sqlite/foreign/foreign_file.h"
#include "store/sqlite/schema/migrate.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using testing::must;
using testing::run_sql;

class Guard : public testing::StoreTest {};

int outcome(const ForeignFile& foreign, const std::string& sql) {
  const Rows rows = foreign.rows(sql);
  int status = rows ? SQLITE_ROW : sqlite3_errcode(foreign.handle());
  while (status == SQLITE_ROW) status = sqlite3_step(rows.get());
  return status;
}

TEST_F(Guard, OnEveryConnectionNothingIsAttachedAndNoSchemaRuns) {
  open();
  open("other.db");
  const auto connection = connect();
  EXPECT_FALSE(connection->script("ATTACH " + sql_text(file("other.db").string()) + " AS other"));
  must(connection->script("CREATE VIEW seen AS SELECT 1"));
  EXPECT_FALSE(connection->number("SELECT * FROM seen"));
  EXPECT_FALSE(connection->script("PRAGMA writable_schema=ON;DELETE FROM sqlite_schema"));
  EXPECT_TRUE(connection->number("SELECT count(*) FROM memories"));
}

TEST_F(Guard, AFileOfOthersIsOnlyRead) {
  run_sql(file(),
          "CREATE TABLE t(a);INSERT INTO t VALUES (zeroblob(1000)), (1);"
          "CREATE VIEW v AS SELECT * FROM t");
  const ForeignFile foreign(file(), {{}, 100, false});
  EXPECT_EQ(outcome(foreign, "SELECT count(*) FROM t"), SQLITE_DONE);
  EXPECT_EQ(outcome(foreign, "PRAGMA table_info(t)"), SQLITE_DONE);
  EXPECT_EQ(outcome(foreign, "SELECT a FROM t"), SQLITE_TOOBIG);
  EXPECT_TRUE(foreign.has_table("t"));
  EXPECT_FALSE(foreign.has_table("v"));
  for (const char* sql :
       {"SELECT * FROM v", "DELETE FROM t", "CREATE TABLE u(a)", "DROP TABLE t",
        "ATTACH 'x.db' AS x", "PRAGMA user_version=7", "PRAGMA journal_mode=DELETE",
        "BEGIN IMMEDIATE", "VACUUM INTO 'x.db'",
        "WITH RECURSIVE r(x) AS (VALUES(1) UNION SELECT x FROM r) SELECT * FROM r"})
    EXPECT_NE(outcome(foreign, sql), SQLITE_DONE) << sql;
}

TEST_F(Guard, ReadingEndsWhenItTakesMoreThanTheFileMakesLikely) {
  run_sql(file(), "CREATE TABLE t(a);INSERT INTO t VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(0)");
  const ForeignFile foreign(file(), {});
  EXPECT_EQ(
      outcome(foreign, "SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g, t h, t i, t j"),
      SQLITE_INTERRUPT);
  EXPECT_EQ(outcome(foreign, "SELECT count(*) FROM t"), SQLITE_DONE);
}

TEST_F(Guard, WhatOthersMadeIsWrittenByStatementsOfOursOnly) {
  open();
  open("other.db");
  run_sql(file(), "CREATE TRIGGER theirs AFTER DELETE ON links BEGIN DELETE FROM memories; END");
  const auto connection = must(Connection::open(file(), {.foreign = true}));
  for (const std::string& sql :
       {"ATTACH " + sql_text(file("other.db").string()) + " AS other",
        std::string("CREATE TEMP TABLE kept(a)"), std::string("CREATE VIEW v AS SELECT 1"),
        std::string("PRAGMA writable_schema=ON"), std::string("PRAGMA temp_store_directory='.'"),
        std::string("SELECT load_extension('x')"), std::string("DELETE FROM links")})
    EXPECT_FALSE(connection->script(sql)) << sql;
  must(connection->script("CREATE TABLE kept(a);INSERT INTO kept VALUES(1);DROP TABLE kept"));
}

TEST_F(Guard, AReadOfOursEndsToo) {
  open();
  run_sql(file(), "CREATE TABLE t(a);INSERT INTO t VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(0)");
  const auto connection = connect();
  const std::string endless =
      "SELECT count(a.a) FROM t a, t b, t c, t d, t e, t f, t g, t h, t i, t j";
  connection->limit_steps();
  const auto counted = connection->number(endless);
  ASSERT_FALSE(counted);
  EXPECT_THAT(counted.error().message, ::testing::HasSubstr("takes too long"));
  connection->limit_steps();
  EXPECT_TRUE(connection->number("SELECT count(a) FROM t"));
}

TEST_F(Guard, OnlyADatabaseWithOurSchemaIsOpenedAsOneOfOthers) {
  const ConnectionOptions foreign{.foreign = true};
  open();
  EXPECT_TRUE(Database::open(file(), foreign, clock_));
  run_sql(file(), "CREATE TABLE theirs(a);CREATE VIEW v AS SELECT 1");
  EXPECT_TRUE(Database::open(file(), foreign, clock_)) << "what hangs on nothing of ours is let be";
  for (const char* sql :
       {"CREATE TRIGGER evil AFTER INSERT ON links BEGIN DELETE FROM memories; END",
        "CREATE INDEX evil ON memories(key) WHERE hex(zeroblob(9)) > title",
        "DROP TABLE tombstones;CREATE VIEW tombstones AS SELECT 1",
        "DROP TABLE archive;CREATE TABLE archive(id, archived_at)", "DROP TABLE links"}) {
    const std::string name = "tampered.db";
    std::filesystem::remove(file(name));
    open(name);
    run_sql(file(name), sql);
    const auto opened = Database::open(file(name), foreign, clock_);
    ASSERT_FALSE(opened) << sql;
    EXPECT_EQ(opened.error().code, Code::validation_failed) << sql;
  }
}

}  // namespace
}  // namespace aim::store::sqlite
