// Which syncs of a log happen: those that hold something (P3).
#include "store/sqlite/core/log_file.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

// The system's layer, which counts syncs of logs.
struct Counting {
  sqlite3_vfs vfs{};
  sqlite3_vfs* system = nullptr;
  sqlite3_io_methods log_methods{};
  const sqlite3_io_methods* system_methods = nullptr;
  int syncs = 0;
};

Counting& counting() {
  static Counting it;
  return it;
}

int count_sync(sqlite3_file* file, int flags) {
  ++counting().syncs;
  return counting().system_methods->xSync(file, flags);
}

int open_counting(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* given) {
  auto& all = counting();
  const int done = all.system->xOpen(all.system, name, file, flags, given);
  if (done == SQLITE_OK && (flags & SQLITE_OPEN_WAL) != 0) {
    all.system_methods = file->pMethods;
    all.log_methods = *file->pMethods;
    all.log_methods.xSync = count_sync;
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

}  // namespace
}  // namespace aim::store::sqlite
