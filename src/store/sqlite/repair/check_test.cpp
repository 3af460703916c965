#include "store/sqlite/repair/check.h"

#include <fstream>

#include "store/sql/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/schema/migrate.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::memory_of;
using testing::must;
using testing::run_sql;

namespace fs = std::filesystem;

class Check : public testing::StoreTest {
 protected:
  static constexpr int memories = 300;

  void fill(const std::string& name = "test.db") {
    const auto database = open(name);
    must(database->write([&](Connection& connection) -> Result<void> {
      Key before = 0;
      for (int i = 0; i < memories; ++i) {
        const std::string id = "id-" + std::to_string(i);
        Memory memory = memory_of(id, "Title of number " + std::to_string(i),
                                  std::string(700, 'x') + " word" + std::to_string(i),
                                  "space-" + std::to_string(i % 3));
        memory.tags = {"tag" + std::to_string(i % 5), "all", "all"};
        memory.access_count = i % 2;
        TRY_VOID(SqliteMemories(connection).insert(memory));
        if (before)
          TRY(sql::SqlLinks(connection).add(before, memory.key, {"", "", "related_to", {}, {}}));
        before = memory.key;
        memory.id = "old-" + id;
        TRY_VOID(SqliteMemories(connection).add_archived({memory, at(clock_.now()), "gc"}));
      }
      TRY_VOID(
          connection.script("CREATE TABLE strange(a TEXT, b BLOB);"
                            "INSERT INTO strange VALUES ('kept', x'00ff')"));
      return SqliteMemories(connection).set_standard("*", before, std::nullopt, clock_.now());
    }));
  }
  // The names of the checks that fail.
  std::vector<std::string> faults(const std::string& name = "test.db") {
    std::vector<std::string> names;
    for (const Finding& finding : must(check_all(*connect(name)))) {
      EXPECT_FALSE(finding.detail.empty()) << finding.check;
      if (!finding.good)
        names.push_back(finding.check);
    }
    return names;
  }
  // The tables behind the text index are closed to connections of ours.
  void sql(const std::string& text) {
    if (text.find("memory_text_") == text.npos)
      must(connect()->script(text));
    else
      run_sql(file(), text);
  }
  // Of new databases.
  static constexpr std::size_t page_bytes = 2'048;
  // Writes nonsense over pages [first, last) of the file.
  void damage(std::size_t first, std::size_t last) {
    std::fstream out(file(), std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(static_cast<std::streamoff>(first * page_bytes));
    out << std::string((last - first) * page_bytes, '\xa5');
  }
  std::size_t page_of(const std::string& what) {
    return static_cast<std::size_t>(
        must(connect()->number("SELECT rootpage FROM sqlite_schema WHERE name = ?1", what))
            .value());
  }
};

TEST_F(Check, ASoundDatabaseIsFoundSound) {
  open("empty.db");
  EXPECT_THAT(faults("empty.db"), IsEmpty());
  fill();
  EXPECT_THAT(faults(), IsEmpty());
  const auto database = open();
  const auto inside =
      must(database->write([](Connection& connection) { return check_all(connection); }));
  EXPECT_THAT(inside, ::testing::Each(::testing::Field(&Finding::good, true)));
}

TEST_F(Check, EachCheckFindsItsFault) {
  fill();
  const fs::path good = file("good.db");
  fs::copy_file(file(), good);
  const std::pair<const char*, const char*> cases[] = {
      {"UPDATE memories SET length_code = 99 WHERE key = 7", "lengths"},
      {"UPDATE memories SET metadata = '[]' WHERE key = 7", "rows"},
      {"UPDATE memories SET seq = 0 WHERE key = 7", "change numbers"},
      {"DELETE FROM title_words WHERE key = 7", "title words"},
      {"DELETE FROM tags WHERE key = 7", "tags"},
      {"UPDATE tags SET tag = 'other' WHERE key = 7 AND tag = 'all'", "tags"},
      {"UPDATE namespaces SET bytes = bytes + 1", "namespaces"},
      {"PRAGMA foreign_keys=OFF; UPDATE links SET target = 99999 WHERE source = 7", "foreign keys"},
      {"DELETE FROM memory_text_docsize WHERE id = (SELECT min(id) FROM memory_text_docsize)",
       "text rows"},
      {"UPDATE memory_text_data SET block = zeroblob(length(block)) WHERE id > 10", "text index"},
      {"INSERT INTO memory_text(rowid, title) VALUES (5, 'stray')", "text rows"},
  };
  for (const auto& [fault, check] : cases) {
    fs::copy_file(good, file(), fs::copy_options::overwrite_existing);
    sql(fault);
    EXPECT_THAT(faults(), Contains(check)) << fault;
  }
}

// Also while no memory is in it.
TEST_F(Check, AProbeSeesThatTheTextIndexIsGone) {
  const auto database = open("empty.db");
  EXPECT_TRUE(database->write(probe));
  run_sql(file("empty.db"), "DELETE FROM memory_text_data");
  EXPECT_FALSE(database->write(probe));
}

TEST_F(Check, DerivedTablesAreMadeAnew) {
  fill();
  sql("DELETE FROM tags; DELETE FROM title_words; UPDATE namespaces SET memories = 7;"
      "UPDATE memories SET length_code = 3; DELETE FROM memory_text_docsize WHERE id > 0");
  EXPECT_THAT(faults(), ::testing::Not(IsEmpty()));
  const auto database = open();
  must(database->write([](Connection& connection) { return rebuild_derived(connection); }));
  EXPECT_THAT(faults(), IsEmpty());
  EXPECT_EQ(number(*database, "SELECT count(*) FROM memory_text WHERE memory_text MATCH 'word7'"),
            1);
  EXPECT_EQ(number(*database, "SELECT v FROM memory_text_config WHERE k = 'automerge'"), 0);
}

TEST_F(Check, RescuesASoundDatabaseWhole) {
  fill();
  const auto rescued = must(rescue(file(), file("fresh.db"), clock_));
  EXPECT_EQ(rescued.memories, memories);
  EXPECT_EQ(rescued.archived, memories);
  EXPECT_EQ(rescued.links, memories - 1);
  EXPECT_EQ(rescued.unreadable, 0);
  const auto fresh = open("fresh.db"), old = open();
  for (const char* query : {"SELECT sum(key * seq) FROM memories", "SELECT count(*) FROM usage",
                            "SELECT count(*) FROM strange WHERE b = x'00ff'",
                            "SELECT key FROM standards", "SELECT sum(bytes) FROM namespaces"})
    EXPECT_EQ(number(*fresh, query), number(*old, query)) << query;
}

TEST_F(Check, RescuesAnOlderLayout) {
  fill();
  run_sql(file(), testing::without_accesses);
  run_sql(file(), testing::without_deadlines);
  run_sql(file(), testing::without_kinds);
  const auto rescued = must(rescue(file(), file("fresh.db"), clock_));
  EXPECT_EQ(rescued.memories, memories);
  EXPECT_EQ(rescued.archived, memories);
  EXPECT_EQ(rescued.unreadable, 0) << "nothing is known of rows in tables that were never there";
  EXPECT_THAT(faults("fresh.db"), IsEmpty());
}

TEST_F(Check, RescuesWhatDamageLeaves) {
  fill();
  // The third part of the leaves of memories, and some of the archive, wherever they are.
  std::vector<std::size_t> pages;
  {
    const auto connection = connect();
    auto statement = must(connection->prepare(
        "SELECT pageno FROM dbstat WHERE name IN ('memories', 'archive') AND pagetype = 'leaf'"));
    for (std::size_t row = 0; must(statement.step()); ++row)
      if (row % 3 == 1)
        pages.push_back(static_cast<std::size_t>(statement.integer(0)));
  }
  ASSERT_FALSE(pages.empty());
  for (const std::size_t page : pages) damage(page - 1, page);
  EXPECT_THAT(faults(), Contains("integrity"));
  const auto rescued = must(rescue(file(), file("fresh.db"), clock_));
  EXPECT_GT(rescued.memories, memories / 2);
  EXPECT_GT(rescued.archived, memories / 2);
  EXPECT_LT(rescued.memories, memories);
  EXPECT_GE(rescued.unreadable, (memories - rescued.memories) + (memories - rescued.archived));
  EXPECT_THAT(faults("fresh.db"), IsEmpty());
}

TEST_F(Check, RescuesRowsOfADamagedTextIndex) {
  fill();
  const std::size_t page = page_of("memory_text_data");
  damage(page - 1, page);
  EXPECT_THAT(faults(), ::testing::Not(IsEmpty()));
  const auto rescued = must(rescue(file(), file("fresh.db"), clock_));
  EXPECT_EQ(rescued.memories, memories);
  EXPECT_EQ(rescued.unreadable, 0);
}

TEST_F(Check, RescuesWhatOnlyTheLogHolds) {
  const auto database = open();
  put(*database, memory_of("1", "One", "text"));
  for (const std::string suffix : {"", "-wal"})
    fs::copy_file(file("test.db" + suffix), file("crashed.db" + suffix));
  EXPECT_EQ(must(rescue(file("crashed.db"), file("fresh.db"), clock_)).memories, 1);
}

TEST_F(Check, RescueGivesNamesToLostNamespaces) {
  fill();
  const std::size_t page = page_of("namespaces");
  damage(page - 1, page);
  const auto rescued = must(rescue(file(), file("fresh.db"), clock_));
  EXPECT_EQ(rescued.memories, memories);
  EXPECT_EQ(
      number(*open("fresh.db"), "SELECT count(*) FROM namespaces WHERE name LIKE 'rescued-%'"), 3);
}

TEST_F(Check, RescueRefusesWhatItCannotDo) {
  fill();
  const auto exists = rescue(file(), file(), clock_);
  ASSERT_FALSE(exists);
  EXPECT_THAT(exists.error().message, HasSubstr("exists"));
  std::ofstream(file("text.db")) << std::string(5'000, 'x');
  const auto nothing = rescue(file("text.db"), file("fresh.db"), clock_);
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().message, HasSubstr("nothing"));
  run_sql(file("foreign.db"), "CREATE TABLE recipes(name TEXT)");
  EXPECT_FALSE(rescue(file("foreign.db"), file("fresh.db"), clock_));
  EXPECT_FALSE(fs::exists(file("fresh.db")));
}

}  // namespace
}  // namespace aim::store::sqlite
