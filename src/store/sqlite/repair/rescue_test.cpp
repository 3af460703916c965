// What a file that was made to do harm can do to whoever saves what it holds: nothing. Damage by
// accident is in check_test.cpp.
#include <sqlite3.h>

#include "store/sql/links.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty;
using testing::memory_of;
using testing::must;
using testing::run_sql;

class Rescue : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    for (const char* name : {"test.db", "victim.db"}) {
      const auto database = open(name);
      put(*database, memory_of("1", "One", "text"));
      put(*database, memory_of("2", "Two", "text"));
    }
  }
  // Changes the file as anybody with a hex editor could.
  void tamper(const std::string& sql) {
    run_sql(file(), "PRAGMA foreign_keys=OFF;PRAGMA writable_schema=ON;" + sql);
  }
  void set_sql(const std::string& table, const std::string& sql) {
    tamper("UPDATE sqlite_schema SET sql = " + sql_text(sql) + " WHERE name = " + sql_text(table));
  }
  // So that the memory "1" has two former states.
  void change_twice() {
    for (const char* text : {"first", "second"})
      must(open()->write([&](Connection& connection) -> Result<void> {
        SqliteMemories memories(connection);
        const Memory old = TRY(memories.find_by_id("1")).value();
        Memory changed = old;
        changed.content = text;
        return memories.replace(old, changed);
      }));
  }
  Rescued run() { return must(rescue(file(), file("fresh.db"), clock_)); }
  std::vector<std::string> faults(const std::string& name) {
    std::vector<std::string> names;
    for (const Finding& finding : must(check_all(*connect(name))))
      if (!finding.good)
        names.push_back(finding.check + ": " + finding.detail);
    return names;
  }
  std::int64_t count(const std::string& name, const std::string& what) {
    return number(*open(name), "SELECT count(*) FROM " + what);
  }
  // The two memories are there, the other database as it was.
  void expect_saved() {
    EXPECT_EQ(run().memories, 2);
    EXPECT_THAT(faults("fresh.db"), IsEmpty());
    EXPECT_EQ(count("victim.db", "memories WHERE title IN ('One', 'Two')"), 2);
  }
};

TEST_F(Rescue, RunsNoStatementThatStandsBehindATable) {
  tamper("CREATE TABLE notes(x);INSERT INTO notes VALUES ('kept')");
  set_sql("notes", "CREATE TABLE notes(x); COMMIT; ATTACH " + sql_text(file("victim.db").string()) +
                       " AS v; UPDATE v.memories SET title = 'owned'; BEGIN");
  expect_saved();
  EXPECT_EQ(count("fresh.db", "notes WHERE x = 'kept'"), 1);
}

TEST_F(Rescue, MakesTablesOutOfNamesAlone) {
  const std::string evil =
      "x\"); ATTACH " + sql_text(file("victim.db").string()) + " AS v; DELETE FROM v.memories; --";
  tamper("CREATE TABLE " + sql_name(evil) + "(" + sql_name(evil) + " " + sql_name(evil) +
         ", b INTEGER PRIMARY KEY);INSERT INTO " + sql_name(evil) + " VALUES ('kept', 7)");
  expect_saved();
  EXPECT_EQ(count("fresh.db", sql_name(evil) + " WHERE b = 7"), 1);
}

TEST_F(Rescue, ReadsNoViewForATable) {
  tamper("DELETE FROM sqlite_schema WHERE tbl_name = 'tombstones'");
  run_sql(file(),
          "CREATE VIEW tombstones(seq, id, namespace, title, deleted_at) AS WITH RECURSIVE "
          "r(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM r) SELECT x, x, 'n', 't', x FROM r");
  expect_saved();
}

TEST_F(Rescue, KeepsMemoriesWhoseRowsSayWhatNoneOfOursSays) {
  tamper(
      "UPDATE memories SET metadata = 'no JSON', tier = 99, kind = 7, confidence = 9e999, content "
      "= "
      "CAST(x'61ff0062' AS TEXT) WHERE id = '1'; UPDATE memories SET id = '', seq = 0 WHERE id = "
      "'2'");
  expect_saved();
  EXPECT_EQ(count("fresh.db", "memories WHERE json_extract(metadata, '$.value') = 'no JSON'"), 1);
}

TEST_F(Rescue, DropsRowsWhoseKeysAreNone) {
  tamper(
      "INSERT INTO tombstones(seq, id, namespace, title, deleted_at) VALUES "
      "(9223372036854775807, 'x', 'n', 't', 1);"
      "UPDATE memories SET key = -5, seq = 9223372036854775806 WHERE id = '1'");
  EXPECT_EQ(run().memories, 1);
  EXPECT_THAT(faults("fresh.db"), IsEmpty());
  put(*open("fresh.db"), memory_of("3", "Three", "still takes new ones"));
}

TEST_F(Rescue, DropsFormerStatesThatDoNotExpand) {
  change_twice();
  tamper("UPDATE versions SET state = substr(state, 1, 9) WHERE version = 1");
  EXPECT_THAT(faults("test.db"), ElementsAre(HasSubstr("former states")));
  EXPECT_EQ(run().unreadable, 1);
  EXPECT_THAT(faults("fresh.db"), IsEmpty());
  EXPECT_EQ(count("fresh.db", "versions WHERE version = 2"), 1);
  EXPECT_EQ(count("fresh.db", "lost_words WHERE lost_words MATCH 'first'"), 1);
}

TEST_F(Rescue, MakesTheWordsOfFormerStatesAgain) {
  change_twice();
  tamper("UPDATE lost_words_data SET block = zeroblob(length(block)) WHERE id > 10");
  EXPECT_THAT(faults("test.db"), ElementsAre(HasSubstr("text index")));
  EXPECT_EQ(run().unreadable, 0);
  EXPECT_THAT(faults("fresh.db"), IsEmpty());
  EXPECT_EQ(count("fresh.db", "lost_words WHERE lost_words MATCH 'first'"), 1);
}

TEST_F(Rescue, GoesOnFromALayoutThatCannotBe) {
  tamper("PRAGMA user_version=-5");
  EXPECT_FALSE(Database::open(file(), {}, clock_));
  expect_saved();
}

}  // namespace
}  // namespace aim::store::sqlite
