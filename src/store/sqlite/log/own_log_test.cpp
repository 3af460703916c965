// The log beside a file: the file's own is read whatever a power cut did, another's is not.
#include "store/sqlite/log/own_log.h"

#include <fstream>
#include <iterator>
#include <latch>
#include <random>
#include <thread>

#include "store/sqlite/core/connections.h"
#include "store/sqlite/core/file_bytes.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using testing::memory_of;
using testing::must;
using testing::run_sql;
using ::testing::SizeIs;

class OwnLogTest : public testing::StoreTest {
 protected:
  std::unique_ptr<Database> open(const std::string& name = "test.db") {
    return StoreTest::open(name, {.full_sync = false});
  }
  static std::int64_t memories(Database& database) {
    return number(database, "SELECT count(*) FROM memories");
  }
  static Result<void> store(Database& database, const std::string& id) {
    return database.write([&](Connection& connection) -> Result<void> {
      auto memory = memory_of(id, "Title " + id, "text");
      return SqliteMemories(connection).insert(memory);
    });
  }
  static void store(Database& database, const std::string& name, int count) {
    for (int i = 0; i < count; ++i) must(store(database, name + "-" + std::to_string(i)));
  }
  // Another database: sound, closed, with this many memories.
  std::filesystem::path another(int count) {
    store(*open("another.db"), "other", count);
    return file("another.db");
  }
  // As a power cut leaves them, or somebody who copies files.
  void copy_file(const std::string& from, const std::string& to) {
    std::filesystem::copy_file(file(from), file(to),
                               std::filesystem::copy_options::overwrite_existing);
  }
  void copy_both(const std::string& from, const std::string& to) {
    copy_file(from, to);
    copy_file(from + "-wal", to + "-wal");
  }
  void expect_read(const std::string& name, std::int64_t count) {
    EXPECT_EQ(memories(*open(name)), count) << name;
    EXPECT_FALSE(was_set_aside(name)) << name;
  }
  void expect_refused(const std::string& name, std::int64_t count) {
    EXPECT_EQ(memories(*open(name)), count) << name;
    EXPECT_TRUE(was_set_aside(name)) << name;
    EXPECT_EQ(must(connect(name)->number("SELECT count(*) FROM pragma_integrity_check WHERE "
                                         "integrity_check = 'ok'")),
              1);
  }
  bool was_set_aside(const std::string& name) const {
    return std::filesystem::exists(file(name + "-wal.of-another-file-1"));
  }
  LogMarks log_of(const std::string& name) const {
    return marks_in_log(file(name + "-wal").string());
  }
  // A change of the file's bytes where the row of the mark is.
  void damage_mark(const std::string& name) {
    std::string bytes = read(name);
    const auto root =
        must(connect(name)->number("SELECT rootpage FROM sqlite_schema WHERE name = 'file_mark'"));
    const auto page_bytes = must(connect(name)->number("PRAGMA page_size"));
    bytes[static_cast<std::size_t>(root.value() * page_bytes.value() - 1)] ^= 1;
    std::ofstream(file(name), std::ios::binary) << bytes;
  }
  std::string read(const std::string& name) const {
    std::ifstream in(file(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(OwnLogTest, EveryCommitHasAMarkThatFollowsOnTheOneBefore) {
  const auto database = open();
  must(database->checkpoint());
  store(*database, "a", 30);
  const auto first = log_of("test.db");
  ASSERT_THAT(first.marks, SizeIs(30));
  EXPECT_EQ(first.marks[1].before, first.marks[0].now);
  must(database->checkpoint());
  store(*database, "b", 1);
  const auto second = log_of("test.db");
  ASSERT_THAT(second.marks, SizeIs(1));
  EXPECT_EQ(second.marks[0].before, first.marks[29].now);
  EXPECT_EQ(second.marks[0].database, first.marks[0].database);
  EXPECT_NE(second.marks[0].now, first.marks[0].now);
  EXPECT_EQ(second.page,
            number(*database, "SELECT rootpage FROM sqlite_schema WHERE name = 'file_mark'"));
}

TEST_F(OwnLogTest, AWriteThatChangesNothingBeginsNoLog) {
  const auto database = open();
  store(*database, "a", 1);
  must(database->checkpoint());
  must(database->write([](Connection& connection) {
    return connection.run("DELETE FROM memories WHERE id = 'none'");
  }));
  EXPECT_EQ(std::filesystem::file_size(file("test.db-wal")), 0U);
}

TEST_F(OwnLogTest, TheLogOfADatabaseOfTheSameAgeIsNotRead) {
  // Both have been moved out of their logs, and their changes are numbered alike.
  for (const int count : {1, 5, 20, 120}) {
    for (const std::string name : {"first.db", "second.db"}) {
      std::filesystem::remove(file(name));
      store(*open(name), name, count);
    }
    const auto second = open("second.db");
    store(*second, "more", 1 + count / 4);
    const std::string name = "of" + std::to_string(count) + ".db";
    copy_file("first.db", name);
    copy_file("second.db-wal", name + "-wal");
    expect_refused(name, count);
    EXPECT_EQ(memories(*second), count + 1 + count / 4);
  }
}

TEST_F(OwnLogTest, CopiesOfOneDatabaseThatWentTheirOwnWaysAreToldApart) {
  store(*open(), "a", 20);
  copy_file("test.db", "still.db");
  copy_file("test.db", "gone-on.db");
  store(*open("gone-on.db"), "b", 5);
  const auto database = open();
  store(*database, "c", 5);
  for (const std::string name : {"still.db", "gone-on.db"}) copy_file("test.db-wal", name + "-wal");
  expect_read("still.db", 25);
  expect_refused("gone-on.db", 25);
  // Nor is a log read that began after a later one than the copy knows.
  must(database->checkpoint());
  copy_file("test.db", "older.db");
  store(*database, "d", 5);
  must(database->checkpoint());
  store(*database, "e", 5);
  copy_file("test.db-wal", "older.db-wal");
  expect_refused("older.db", 25);
}

TEST_F(OwnLogTest, ItsOwnLogIsReadAfterAnyCheckpoint) {
  const auto database = open();
  int count = 0;
  const auto round = [&](const std::string& name) {
    store(*database, name, 7);
    count += 7;
    copy_both("test.db", name + ".db");
    expect_read(name + ".db", count);
  };
  round("new");
  for (const std::string how : {"PASSIVE", "FULL", "RESTART", "TRUNCATE"}) {
    const auto other = connect();
    must(other->script("PRAGMA wal_checkpoint(" + how + ")"));
    copy_both("test.db", "moved-" + how + ".db");
    expect_read("moved-" + how + ".db", count);
    round(how + "-1");
    round(how + "-2");
    // While somebody reads the log cannot begin anew, and goes on after what the file has.
    must(other->script("BEGIN"));
    must(other->number("SELECT count(*) FROM memories"));
    must(connect()->script("PRAGMA wal_checkpoint(PASSIVE)"));
    round(how + "-read-1");
    must(connect()->script("PRAGMA wal_checkpoint(PASSIVE)"));
    round(how + "-read-2");
  }
}

TEST_F(OwnLogTest, WithoutAMarkTheLogIsRead) {
  const auto database = open();
  store(*database, "a", 10);
  must(database->checkpoint());
  // A file of an older program, and a log of this one.
  run_sql(file(), "DELETE FROM file_mark");
  run_sql(file(), "PRAGMA wal_checkpoint(TRUNCATE)");
  store(*database, "b", 5);
  EXPECT_THAT(log_of("test.db").marks, SizeIs(5));
  copy_both("test.db", "old-file.db");
  expect_read("old-file.db", 15);
  // The log of an older program, beside a file of this one.
  must(database->checkpoint());
  const auto older = connect();
  must(older->run("UPDATE namespaces SET bytes = bytes"));
  must(older->run("DELETE FROM memories WHERE id = 'b-1'"));
  EXPECT_THAT(log_of("test.db").marks, SizeIs(0));
  copy_both("test.db", "old-log.db");
  expect_read("old-log.db", 14);
}

TEST_F(OwnLogTest, ALogWithoutItsHeaderIsPutAsideUnlessItIsInUse) {
  store(*open(), "a", 3);
  const auto log = file("test.db-wal");
  {
    const auto database = open();
    std::ofstream(log) << std::string(5000, '\0');
    EXPECT_FALSE(Database::open(file(), {}, clock_))
        << "the process that has the log open must record the loss";
  }
  std::ofstream(log) << std::string(5000, '\0');
  expect_refused("test.db", 3);
}

TEST_F(OwnLogTest, AMarkThatIsNotWholeIsNone) {
  const auto database = open();
  store(*database, "a", 10);
  must(database->checkpoint());
  store(*database, "b", 5);
  copy_file("test.db", "torn.db");
  damage_mark("torn.db");
  copy_file("test.db-wal", "torn.db-wal");
  expect_read("torn.db", 15);
}

TEST_F(OwnLogTest, ItsOwnLogIsReadAfterAVacuum) {
  const auto database = open();
  store(*database, "a", 50);
  must(database->checkpoint());
  run_sql(file(), "DROP TABLE golden_questions");  // so that tables move
  run_sql(file(), "VACUUM");
  store(*database, "b", 5);
  copy_both("test.db", "vacuumed.db");
  expect_read("vacuumed.db", 55);
  must(database->checkpoint());
  store(*database, "c", 5);
  copy_both("test.db", "later.db");
  expect_read("later.db", 60);
}

TEST_F(OwnLogTest, AMarkIsFoundWhereverItsTableIs) {
  {
    const auto database = open("moved.db");
    store(*database, "a", 40);
    const std::string sql = "SELECT sql FROM sqlite_schema WHERE name = 'file_mark'";
    std::string made;
    must(database->read([&](Connection& connection) -> Result<void> {
      auto statement = TRY(connection.prepare(sql));
      TRY(statement.step());
      made = statement.string(0);
      return {};
    }));
    run_sql(file("moved.db"), "ALTER TABLE file_mark RENAME TO before;" + made +
                                  ";INSERT INTO file_mark SELECT * FROM before; DROP TABLE before");
  }
  store(*open("other.db"), "o", 40);
  const auto other = open("other.db");
  store(*other, "p", 10);
  {
    const auto moved = connect("moved.db");
    const auto size = page_size_of(header_of(moved->handle()).value());
    const auto mark = mark_in(page_of(moved->handle(), size, page_of_mark(moved->handle(), size)));
    ASSERT_TRUE(mark.has_value());
    EXPECT_NE(mark->database, log_of("other.db").marks.at(0).database);
  }
  copy_file("other.db-wal", "moved.db-wal");
  expect_refused("moved.db", 40);
}

TEST_F(OwnLogTest, TheLogOfAnotherFileIsNotReadIntoThisOne) {
  // A database that was in use when the power went, and a copy that is put in its place afterwards.
  const auto old = another(3);
  {
    const auto database = open();
    for (int i = 0; i < 200; ++i) must(store(*database, std::to_string(i)));
    must(database->checkpoint());
    for (int i = 200; i < 300; ++i) must(store(*database, std::to_string(i)));
    std::filesystem::copy_file(file().string() + "-wal", file("left.db-wal"));
    std::filesystem::copy_file(file(), file("left.db"));
  }
  EXPECT_EQ(memories(*open("left.db")), 300) << "its own log is read";
  std::filesystem::copy_file(old, file("copy.db"));
  {
    const auto database = open("again.db");
    for (int i = 0; i < 200; ++i) must(store(*database, std::to_string(i)));
    must(database->checkpoint());
    for (int i = 200; i < 300; ++i) must(store(*database, std::to_string(i)));
    std::filesystem::copy_file(file("again.db-wal"), file("copy.db-wal"));
  }
  EXPECT_EQ(memories(*open("copy.db")), 3);
  EXPECT_TRUE(std::filesystem::exists(file("copy.db-wal.of-another-file-1")));
}

TEST_F(OwnLogTest, AWholeLogOfAYoungDatabaseIsNotReadIntoAnother) {
  // It was never moved into its file, holds all of it, and its changes are numbered as those of any
  // young one.
  {
    const auto database = open("young.db");
    for (int i = 0; i < 100; ++i) must(store(*database, std::to_string(i)));
    std::filesystem::copy_file(file("young.db-wal"), file("left.db-wal"));
    std::filesystem::copy_file(file("young.db"), file("left.db"));
    for (const int count : {1, 3, 40}) {
      const std::string name = "own" + std::to_string(count) + ".db";
      std::filesystem::rename(another(count), file(name));
      std::filesystem::copy_file(file("young.db-wal"), file(name + "-wal"));
    }
  }
  EXPECT_EQ(memories(*open("left.db")), 100) << "its own log is read";
  for (const int count : {1, 3, 40}) {
    const std::string name = "own" + std::to_string(count) + ".db";
    EXPECT_EQ(memories(*open(name)), count);
    EXPECT_TRUE(std::filesystem::exists(file(name + "-wal.of-another-file-1"))) << name;
  }
}

TEST_F(OwnLogTest, AWholeLogIsReadIntoItsFileAfterACutWhileItWasMoved) {
  // The file has any part of what the log holds, sector by sector.
  std::string before;
  {
    const auto database = open("young.db");
    must(database->checkpoint());
    before = read("young.db");
    for (int i = 0; i < 100; ++i) must(store(*database, std::to_string(i)));
    std::filesystem::copy_file(file("young.db-wal"), file("log"));
    must(database->checkpoint());
  }
  const std::string moved = read("young.db");
  ASSERT_GT(moved.size(), 100'000U);
  constexpr std::size_t sector = 512;
  std::mt19937 chance(1);
  for (int round = 0; round < 6; ++round) {
    std::string torn = moved;
    for (std::size_t at = sector; at < torn.size(); at += sector)
      if (chance() % 2 == 0)
        torn.replace(at, sector,
                     at < before.size() ? before.substr(at, sector) : std::string(sector, '\0'));
    const std::string name = "torn" + std::to_string(round) + ".db";
    std::ofstream(file(name), std::ios::binary) << torn;
    std::filesystem::copy_file(file("log"), file(name + "-wal"));
    EXPECT_EQ(memories(*open(name)), 100) << round;
    EXPECT_FALSE(std::filesystem::exists(file(name + "-wal.of-another-file-1"))) << round;
  }
}

TEST_F(OwnLogTest, NobodyReadsAnothersLogWhileOneLooksAtIt) {
  store(*open("first.db"), "first", 20);
  const auto second = open("second.db");
  store(*second, "second", 20);
  must(second->checkpoint());
  store(*second, "more", 10);
  constexpr int rounds = 20, readers = 4;
  for (int round = 0; round < rounds; ++round) {
    const std::string name = "round" + std::to_string(round) + ".db";
    copy_file("first.db", name);
    copy_file("second.db-wal", name + "-wal");
    Connections connections(file(name), {});
    std::latch all_here(readers);
    std::vector<std::jthread> threads;
    for (int i = 0; i < readers; ++i)
      threads.emplace_back([&] {
        all_here.arrive_and_wait();
        const auto loan = must(connections.to_read(Wait::up_to(std::chrono::seconds(30))));
        EXPECT_EQ(must(loan->number("SELECT count(*) FROM memories")), 20);
        EXPECT_EQ(must(loan->number("SELECT count(*) FROM memories WHERE id LIKE 'first-%'")), 20);
      });
    threads.clear();
    EXPECT_TRUE(was_set_aside(name)) << name;
  }
}

TEST_F(OwnLogTest, ALogWithPagesThatCannotBeIsNotFollowed) {
  store(*open(), "a", 3);
  for (const unsigned bytes : {0U, 1U, 24U, 100U, 511U, 513U, 131'072U}) {
    const auto big = [](unsigned number) {
      return std::string{static_cast<char>(number >> 24U), static_cast<char>(number >> 16U),
                         static_cast<char>(number >> 8U), static_cast<char>(number)};
    };
    const std::string salts = big(7) + big(8);
    std::ofstream(file("test.db-wal"), std::ios::binary)
        << big(0x377f0682) << big(3'007'000) << big(bytes) << big(0) << salts << big(0) << big(0)
        << big(1) << big(1) << salts << big(0) << big(0) << std::string(64, 'x');
    EXPECT_EQ(memories(*open()), 3) << bytes;
  }
}

}  // namespace
}  // namespace aim::store::sqlite
