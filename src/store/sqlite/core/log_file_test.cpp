// Which syncs of a log happen: those that hold something (P3). And that a commit is written in one
// piece.
#include "store/sqlite/core/log_file.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

// The system's layer, which counts syncs and writes of logs.
struct Counting {
  sqlite3_vfs vfs{};
  sqlite3_vfs* system = nullptr;
  sqlite3_io_methods log_methods{};
  const sqlite3_io_methods* system_methods = nullptr;
  int syncs = 0, writes = 0;
  bool is_full = false;  // the disk
};

Counting& counting() {
  static Counting it;
  return it;
}

int count_sync(sqlite3_file* file, int flags) {
  ++counting().syncs;
  return counting().system_methods->xSync(file, flags);
}

int count_write(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 at) {
  ++counting().writes;
  if (counting().is_full)
    return SQLITE_FULL;
  return counting().system_methods->xWrite(file, data, bytes, at);
}

int open_counting(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* given) {
  auto& all = counting();
  const int done = all.system->xOpen(all.system, name, file, flags, given);
  if (done == SQLITE_OK && (flags & SQLITE_OPEN_WAL) != 0) {
    all.system_methods = file->pMethods;
    all.log_methods = *file->pMethods;
    all.log_methods.xSync = count_sync;
    all.log_methods.xWrite = count_write;
    file->pMethods = &all.log_methods;
  }
  return done;
}

const char* layer_over_counting() {
  static const bool added = [] {
    auto& all = counting();
    all.system = sqlite3_vfs_find(nullptr);
    all.vfs = *all.system;
    all.vfs.zName = "counting";
    all.vfs.pNext = nullptr;
    all.vfs.xOpen = open_counting;
    return sqlite3_vfs_register(&all.vfs, 0) == SQLITE_OK &&
           add_file_layer("over-counting", &all.vfs);
  }();
  return added ? "over-counting" : nullptr;
}

class LogFileTest : public testing::StoreTest {
 protected:
  sqlite3* open(const char* layer = layer_over_counting()) const {
    sqlite3* database = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    EXPECT_EQ(sqlite3_open_v2(file("some.db").c_str(), &database, flags, layer), SQLITE_OK);
    run(database, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL");
    return database;
  }
  static void run(sqlite3* database, const char* sql) {
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
  }
  static int syncs_of(const auto& work) {
    const int before = counting().syncs;
    work();
    return counting().syncs - before;
  }
  static int writes_of(const auto& work) {
    const int before = counting().writes;
    work();
    return counting().writes - before;
  }
  static std::int64_t number(sqlite3* database, const char* sql) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database, sql, -1, &statement, nullptr), SQLITE_OK);
    EXPECT_EQ(sqlite3_step(statement), SQLITE_ROW) << sqlite3_errmsg(database);
    const std::int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
  }
  void SetUp() override {
    StoreTest::SetUp();
    auto* made = open();
    run(made, "CREATE TABLE t(a)");
    sqlite3_close(made);
  }
};

TEST_F(LogFileTest, CommitOfAProcessThatStoresOnceIsSyncedOnce) {
  auto* database = open();
  EXPECT_EQ(syncs_of([&] { run(database, "INSERT INTO t VALUES(1)"); }), 1);
  EXPECT_EQ(syncs_of([&] { sqlite3_close(database); }), 0);
  EXPECT_FALSE(std::filesystem::exists(file("some.db").native() + "-wal"));
}

TEST_F(LogFileTest, EachCommitIsSynced) {
  auto* database = open();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(syncs_of([&] { run(database, "INSERT INTO t VALUES(1)"); }), 1);
  sqlite3_close(database);
}

// What another process wrote and did not sync is synced before it is moved into the file.
TEST_F(LogFileTest, FramesOfOthersAreSyncedAtTheEnd) {
  auto* database = open();
  run(database, "INSERT INTO t VALUES(1)");
  auto* other = open(nullptr);
  run(other, "PRAGMA synchronous=OFF;INSERT INTO t VALUES(2)");
  sqlite3_close(other);
  EXPECT_EQ(syncs_of([&] { sqlite3_close(database); }), 1);
}

TEST_F(LogFileTest, OwnFramesThatWereNotSyncedAreSyncedAtTheEnd) {
  auto* database = open();
  run(database, "PRAGMA synchronous=NORMAL;INSERT INTO t VALUES(1)");
  EXPECT_EQ(syncs_of([&] { sqlite3_close(database); }), 1);
}

// Old frames follow on a header that begins a log anew in a file that is not empty: it has to be on
// the disk before them.
TEST_F(LogFileTest, HeaderOfALogThatIsBegunAnewIsSynced) {
  auto* database = open();
  run(database, "INSERT INTO t VALUES(1);INSERT INTO t VALUES(2);PRAGMA wal_checkpoint(RESTART)");
  EXPECT_EQ(syncs_of([&] { run(database, "INSERT INTO t VALUES(3)"); }), 2);
  // The file still ends with frames of before.
  EXPECT_EQ(syncs_of([&] { sqlite3_close(database); }), 1);
}

// What was cut off may not come back behind the next header, which is not synced by itself.
TEST_F(LogFileTest, ALogThatIsCutIsSynced) {
  auto* database = open();
  run(database, "INSERT INTO t VALUES(1)");
  EXPECT_EQ(syncs_of([&] { run(database, "PRAGMA wal_checkpoint(TRUNCATE)"); }), 1);
  EXPECT_EQ(syncs_of([&] { run(database, "INSERT INTO t VALUES(2)"); }), 1);
  sqlite3_close(database);
}

// The file ends where this connection wrote last, with frames of a log that is no more.
TEST_F(LogFileTest, WhatAnotherBeganAnewIsSynced) {
  auto* database = open();
  run(database,
      "PRAGMA synchronous=NORMAL;CREATE TABLE large(a);"
      "INSERT INTO large VALUES(zeroblob(100000))");
  auto* other = open(nullptr);
  run(other, "PRAGMA wal_checkpoint(RESTART);PRAGMA synchronous=OFF;INSERT INTO t VALUES(2)");
  EXPECT_EQ(syncs_of([&] { run(database, "PRAGMA wal_checkpoint(PASSIVE)"); }), 1);
  run(other, "INSERT INTO t VALUES(3)");
  EXPECT_EQ(syncs_of([&] { run(database, "PRAGMA wal_checkpoint(PASSIVE)"); }), 1);
  sqlite3_close(other);
  sqlite3_close(database);
}

TEST_F(LogFileTest, FramesOfACommitAreWrittenTogether) {
  auto* database = open();
  run(database, "INSERT INTO t VALUES(1)");
  EXPECT_EQ(writes_of([&] { run(database, "INSERT INTO t VALUES(zeroblob(40000))"); }), 1);
  // Many at once do not gather in memory.
  const int pieces = writes_of([&] { run(database, "INSERT INTO t VALUES(zeroblob(400000))"); });
  EXPECT_GE(pieces, 400'000 / 65'536);
  EXPECT_LE(pieces, 10);
  sqlite3_close(database);
}

// Also where nothing is synced.
TEST_F(LogFileTest, OthersSeeACommitAtOnce) {
  auto* database = open();
  auto* other = open();
  run(database, "PRAGMA synchronous=NORMAL");
  for (int i = 1; i <= 3; ++i) {
    run(database, "INSERT INTO t VALUES(zeroblob(10000))");
    EXPECT_EQ(number(other, "SELECT count(*) FROM t"), i);
    EXPECT_EQ(number(other, "SELECT sum(length(a)) FROM t"), i * 10'000);
  }
  // Whose frames come in turn.
  run(other, "INSERT INTO t VALUES(zeroblob(10000))");
  run(database, "INSERT INTO t VALUES(zeroblob(10000))");
  EXPECT_EQ(number(other, "SELECT count(*) FROM t"), 5);
  sqlite3_close(other);
  sqlite3_close(database);
  auto* later = open();
  EXPECT_EQ(number(later, "SELECT sum(length(a)) FROM t"), 50'000);
  sqlite3_close(later);
}

// A transaction that outgrows its cache writes frames before its end, reads them again, and changes
// them in their places.
TEST_F(LogFileTest, WhatATransactionWritesBeforeItsEndItReads) {
  for (const bool keep : {false, true}) {
    auto* database = open();
    run(database, "PRAGMA cache_size=4;PRAGMA cache_spill=2;BEGIN");
    for (int i = 0; i < 60; ++i) {
      run(database, "INSERT INTO t VALUES(randomblob(3000))");
      run(database, "UPDATE t SET a = zeroblob(3000) WHERE rowid % 7 = 0");
    }
    EXPECT_EQ(number(database, "SELECT sum(length(a)) FROM t"), 180'000);
    run(database, keep ? "COMMIT" : "ROLLBACK");
    EXPECT_EQ(number(database, "SELECT count(*) FROM t"), keep ? 60 : 0);
    run(database, "INSERT INTO t VALUES(zeroblob(3000))");
    auto* other = open();
    EXPECT_EQ(number(other, "SELECT sum(length(a)) FROM t"), keep ? 61 * 3'000 : 3'000);
    EXPECT_EQ(number(other,
                     "SELECT count(*) FROM pragma_integrity_check "
                     "WHERE integrity_check <> 'ok'"),
              0);
    run(other, "DELETE FROM t");
    sqlite3_close(other);
    sqlite3_close(database);
  }
}

// What a transaction wrote before it was taken back is nobody's, and its place soon another's.
TEST_F(LogFileTest, WhatWasTakenBackIsNotWrittenLater) {
  for (const char* pages : {"1", "6", "11", "16"}) {
    auto* database = open();
    auto* other = open();
    run(database, "PRAGMA cache_size=4;PRAGMA cache_spill=2;BEGIN");
    for (int i = 0; i < 20; ++i) run(database, "INSERT INTO t VALUES(randomblob(3000))");
    run(database, "ROLLBACK");
    run(other,
        ("CREATE TABLE u(a);INSERT INTO u VALUES(zeroblob(4000 * " + std::string(pages) + "))")
            .c_str());
    run(database, "INSERT INTO t VALUES(zeroblob(3000))");
    sqlite3_close(other);
    sqlite3_close(database);
    auto* later = open();
    EXPECT_EQ(number(later,
                     "SELECT count(*) FROM pragma_integrity_check "
                     "WHERE integrity_check <> 'ok'"),
              0);
    EXPECT_EQ(number(later, "SELECT count(*) FROM t WHERE a = zeroblob(3000)"), 1);
    EXPECT_EQ(number(later, ("SELECT count(*) FROM u WHERE a = zeroblob(4000 * " +
                             std::string(pages) + ")")
                                .c_str()),
              1);
    run(later, "DELETE FROM t;DROP TABLE u");
    sqlite3_close(later);
  }
}

// What a commit changes in its place is in the file too, where nothing is synced: a process that
// reads the log from its beginning, as after a kill, finds every commit in it.
TEST_F(LogFileTest, AWholeCommitIsInTheFileWithoutASync) {
  auto* database = open();
  run(database, "PRAGMA synchronous=NORMAL;PRAGMA cache_size=4;PRAGMA cache_spill=2;BEGIN");
  for (int i = 0; i < 60; ++i) {
    run(database, "INSERT INTO t VALUES(randomblob(3000))");
    run(database, "UPDATE t SET a = zeroblob(3000) WHERE rowid % 7 = 0");
  }
  run(database, "COMMIT");
  const auto copy = file("copy.db");
  for (const char* suffix : {"", "-wal"})
    std::filesystem::copy_file(file("some.db").native() + suffix, copy.native() + suffix);
  sqlite3* later = nullptr;
  EXPECT_EQ(sqlite3_open_v2(copy.c_str(), &later, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  EXPECT_EQ(number(later, "SELECT count(*) FROM t"), 60);
  sqlite3_close(later);
  sqlite3_close(database);
}

// A disk that is full for a moment, while frames are written that SQLite took for written: what
// comes after it must not make a commit of what is left.
TEST_F(LogFileTest, ATransactionThatLostFramesIsNotCommitted) {
  auto* database = open();
  run(database, "INSERT INTO t VALUES('before');PRAGMA cache_size=4;PRAGMA cache_spill=2;BEGIN");
  for (int i = 0; i < 12; ++i) run(database, "INSERT INTO t VALUES(randomblob(3000))");
  counting().is_full = true;
  EXPECT_NE(sqlite3_exec(database, "SELECT sum(length(a)) FROM t", nullptr, nullptr, nullptr),
            SQLITE_OK);
  counting().is_full = false;
  EXPECT_NE(sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
  if (!sqlite3_get_autocommit(database))
    run(database, "ROLLBACK");
  EXPECT_EQ(number(database, "SELECT count(*) FROM t"), 1);
  run(database, "INSERT INTO t VALUES('later')");
  sqlite3_close(database);
  auto* later = open();
  EXPECT_EQ(number(later, "SELECT count(*) FROM t"), 2);
  EXPECT_EQ(number(later,
                   "SELECT count(*) FROM pragma_integrity_check "
                   "WHERE integrity_check <> 'ok'"),
            0);
  sqlite3_close(later);
}

}  // namespace
}  // namespace aim::store::sqlite
