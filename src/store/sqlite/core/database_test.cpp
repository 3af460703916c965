#include "store/sqlite/core/database.h"

#include <atomic>
#include <fstream>
#include <thread>

#include "base/log.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using testing::memory_of;
using testing::must;
using testing::run_sql;

class DatabaseTest : public testing::StoreTest {
 protected:
  static std::int64_t memories(Database& database) {
    return number(database, "SELECT count(*) FROM memories");
  }
};

TEST_F(DatabaseTest, DoesNothingBeforeItIsUsed) {
  Database database(file(), {}, clock_);
  EXPECT_FALSE(std::filesystem::exists(file()));
  EXPECT_EQ(memories(database), 0);
}

// ---- a file that goes, or another in its place ----

class ReplacedTest : public DatabaseTest {
 protected:
  // Another database: sound, closed, with this many memories.
  std::filesystem::path another(int count) {
    const auto database = open("another.db");
    for (int i = 0; i < count; ++i)
      put(*database, memory_of("other-" + std::to_string(i), "Other " + std::to_string(i), "text"));
    return file("another.db");
  }
  static Result<void> store(Database& database, const std::string& id) {
    return database.write([&](Connection& connection) -> Result<void> {
      auto memory = memory_of(id, "Title " + id, "text");
      return SqliteMemories(connection).insert(memory);
    });
  }
  bool is_sound() {
    return must(connect()->number("SELECT count(*) FROM pragma_integrity_check WHERE "
                                  "integrity_check = 'ok'")) == 1;
  }
};

TEST_F(ReplacedTest, NothingIsAcknowledgedWhenTheFileIsGone) {
  const auto database = open();
  must(store(*database, "a"));
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file().string() + suffix);
  for (int i = 0; i < 2; ++i) {
    const auto refused = store(*database, "b");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::unavailable);
    EXPECT_THAT(refused.error().message, HasSubstr("removed or replaced"));
    EXPECT_FALSE(refused.error().hint.empty());
    EXPECT_FALSE(
        database->read([](Connection& connection) { return connection.number("SELECT 1"); }));
  }
  EXPECT_FALSE(std::filesystem::exists(file())) << "no empty one is made in its place";
  std::filesystem::rename(another(3), file());
  must(store(*database, "c"));
  EXPECT_EQ(memories(*database), 4);
}

TEST_F(ReplacedTest, AFileThatIsMovedThereIsOpenedAndNotDamaged) {
  const auto database = open();
  for (int i = 0; i < 20; ++i) must(store(*database, std::to_string(i)));
  std::filesystem::rename(another(3), file());
  must(store(*database, "new"));
  EXPECT_EQ(memories(*database), 4);
  EXPECT_TRUE(is_sound());
  int aside = 0;
  for (const auto& each : std::filesystem::directory_iterator(folder_))
    aside += each.path().string().find("-wal.of-another-file-") != std::string::npos ? 1 : 0;
  EXPECT_EQ(aside, 1) << "the log of the one before is kept";
}

TEST_F(ReplacedTest, ACopyWrittenOverTheFileIsNoticed) {
  const auto old = another(3);
  const auto database = open();
  for (int i = 0; i < 200; ++i) must(store(*database, std::to_string(i)));
  must(database->checkpoint());
  must(store(*database, "one more"));
  std::filesystem::copy_file(old, file(), std::filesystem::copy_options::overwrite_existing);
  must(store(*database, "new"));
  EXPECT_EQ(memories(*database), 4);
  EXPECT_TRUE(is_sound());
}

TEST_F(ReplacedTest, ALogThatLosesItsNameIsSaved) {
  const auto database = open();
  must(store(*database, "a"));
  std::filesystem::remove(file().string() + "-wal");
  must(store(*database, "b"));
  std::ofstream(file("empty")).flush();
  std::filesystem::rename(file("empty"), file().string() + "-wal");
  EXPECT_EQ(memories(*database), 2);
  must(store(*database, "c"));
  EXPECT_EQ(memories(*database), 3);
  EXPECT_TRUE(is_sound());
}

TEST_F(ReplacedTest, ALogThatIsCutWhileAWriteGoesOnBehindItsEndDoesNotStayInTheWay) {
  const auto database = open();
  for (int i = 0; i < 20; ++i) must(store(*database, std::to_string(i)));
  const auto refused = database->write([&](Connection& connection) -> Result<void> {
    auto memory = memory_of("b", "Title b", "text");
    std::filesystem::resize_file(file().string() + "-wal", 0);
    return SqliteMemories(connection).insert(memory);
  });
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("may be lost"));
  EXPECT_FALSE(store(*database, "c")) << "the next write reports the loss";
  must(store(*database, "c"));
  EXPECT_EQ(memories(*database), 1);
  EXPECT_TRUE(is_sound());
}

TEST_F(ReplacedTest, ALogThatLosesItsNameIsSavedWhenTheDatabaseIsClosed) {
  {
    const auto database = open();
    must(store(*database, "a"));
    std::filesystem::remove(file().string() + "-wal");
  }
  EXPECT_EQ(memories(*open()), 1);
}

TEST_F(ReplacedTest, ACommitIntoALogThatLosesItsNameIsSavedBeforeItIsAcknowledged) {
  const auto database = open();
  must(store(*database, "a"));
  must(database->write([&](Connection& connection) -> Result<void> {
    auto memory = memory_of("b", "Title b", "text");
    std::filesystem::remove(file().string() + "-wal");
    return SqliteMemories(connection).insert(memory);
  }));
  EXPECT_EQ(memories(*database), 2);
  EXPECT_TRUE(is_sound());
}

TEST_F(ReplacedTest, ALogThatIsCutIsReportedOnce) {
  const auto database = open();
  must(store(*database, "a"));
  must(database->checkpoint());
  must(store(*database, "b"));
  std::filesystem::resize_file(file().string() + "-wal", 0);
  const auto refused = store(*database, "c");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("may be lost"));
  must(store(*database, "d"));
  EXPECT_EQ(memories(*database), 2) << "a and d";
  EXPECT_TRUE(is_sound());
  EXPECT_EQ(number(*database, "SELECT count(*) FROM meta WHERE name = 'log_lost_at'"), 1);
}

TEST_F(ReplacedTest, ALogThatAnotherProcessEmptiesIsNotReported) {
  const auto database = open();
  must(store(*database, "a"));
  run_sql(file(), "PRAGMA wal_checkpoint(TRUNCATE)");
  must(store(*database, "b"));
  EXPECT_EQ(memories(*database), 2);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM meta WHERE name = 'log_lost_at'"), 0);
}

TEST_F(ReplacedTest, AnIndexThatIsGoneIsMadeAgain) {
  const auto database = open();
  must(store(*database, "a"));
  std::filesystem::remove(file().string() + "-shm");
  must(store(*database, "b"));
  EXPECT_TRUE(std::filesystem::exists(file().string() + "-shm"));
  EXPECT_EQ(memories(*database), 2);
  EXPECT_TRUE(is_sound());
}

TEST_F(ReplacedTest, AFileWithTwoNamesIsRefused) {
  must(store(*open(), "a"));
  std::filesystem::create_hard_link(file(), file("second.db"));
  const auto refused =
      Database(file("second.db"), {}, clock_).read([](Connection& connection) -> Result<void> {
        return connection.script("SELECT 1");
      });
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("has 2 names"));
  EXPECT_THAT(refused.error().hint, HasSubstr("-samefile"));
  std::filesystem::remove(file("second.db"));
  EXPECT_EQ(memories(*open()), 1);
}

TEST_F(ReplacedTest, WhatIsNoDatabaseIsWaitedOut) {
  const auto database = open();
  must(store(*database, "a"));
  std::filesystem::remove(file());
  std::ofstream(file()) << "half of a copy";
  EXPECT_EQ(store(*database, "b").error().code, Code::unavailable);
  std::filesystem::rename(another(1), file());
  must(store(*database, "c"));
  EXPECT_EQ(memories(*database), 2);
}

TEST_F(ReplacedTest, ACommitIntoAFileThatWentMeanwhileIsNotAcknowledged) {
  const auto database = open();
  const auto done = database->write([&](Connection& connection) -> Result<void> {
    auto memory = memory_of("a", "Title", "text");
    TRY_VOID(SqliteMemories(connection).insert(memory));
    std::filesystem::rename(file(), file("moved.db"));
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("may be lost"));
}

TEST_F(ReplacedTest, AFileMadeLaterIsAnotherWhateverItsNumber) {
  // A server once took another's new log for its own old one, whose inode it had got, and put it
  // aside.
  const auto made = [&] {
    std::ofstream(file("log")) << "x";
    return file_id(file("log"));
  };
  const auto before = made();
  ASSERT_TRUE(before);
  if (before->born == 0)
    GTEST_SKIP() << "this file system does not tell when a file was made";
  EXPECT_EQ(before, file_id(file("log")));
  // Times of files go by the ticks of the kernel's clock, a few milliseconds each.
  auto after = before;
  for (int i = 0; i < 100'000 && after == before; ++i) {
    std::filesystem::remove(file("log"));
    after = made();
  }
  EXPECT_NE(before, after);
}

TEST_F(ReplacedTest, ReadersOfManyThreadsGoOverToTheNewOne) {
  const auto database = open();
  must(store(*database, "a"));
  std::atomic<bool> ending = false;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 6; ++i)
      readers.emplace_back([&] {
        while (!ending) {
          const auto count = database->read([](Connection& connection) {
            return connection.number("SELECT count(*) FROM memories");
          });
          wrong += count && **count != 1 && **count != 3 ? 1 : 0;
        }
      });
    // Whatever is thrown here: the readers end, so that the failure is seen.
    const std::shared_ptr<void> end(nullptr, [&](void*) { ending = true; });
    std::filesystem::rename(another(3), file());
    while (memories(*database) != 3) std::this_thread::yield();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(memories(*database), 3);
}

TEST_F(DatabaseTest, WritesOfManyThreadsAreAllKept) {
  const auto database = open();
  constexpr int threads = 8, each = 40;
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < threads; ++writer)
      writers.emplace_back([&, writer] {
        for (int i = 0; i < each; ++i) {
          const std::string id = std::to_string(writer) + "-" + std::to_string(i);
          put(*database, memory_of(id, "Title " + id, "text"));
        }
      });
  }
  EXPECT_EQ(memories(*database), threads * each);
}

TEST_F(DatabaseTest, AFailingWriteLeavesTheOthersWhole) {
  const auto database = open();
  constexpr int threads = 6, each = 30;
  std::atomic<int> refused = 0;
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < threads; ++writer)
      writers.emplace_back([&, writer] {
        for (int i = 0; i < each; ++i) {
          const std::string id = std::to_string(writer) + "-" + std::to_string(i);
          const auto done = database->write([&](Connection& connection) -> Result<void> {
            auto memory = memory_of(id, "Title " + id, "text");
            TRY_VOID(SqliteMemories(connection).insert(memory));
            if (i % 3 == 0)
              return Failure(conflict("not this one"));
            return {};
          });
          if (!done)
            ++refused;
        }
      });
  }
  EXPECT_EQ(refused, threads * each / 3);
  EXPECT_EQ(memories(*database), threads * each * 2 / 3);
}

TEST_F(DatabaseTest, AFailedWriteIsRolledBack) {
  const auto database = open();
  const auto done = database->write([](Connection& connection) -> Result<int> {
    auto memory = memory_of("1", "One", "text");
    TRY_VOID(SqliteMemories(connection).insert(memory));
    return Failure(missing("nothing"));
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::not_found);
  EXPECT_EQ(memories(*database), 0);
}

TEST_F(DatabaseTest, WaitsForAnotherProcessThenSaysSo) {
  ConnectionOptions hasty;
  hasty.busy_wait = 400ms;
  std::vector<std::string> told;
  log::also_to([&](log::Level, std::string_view line) { told.emplace_back(line); });
  const auto database = open("test.db", hasty);
  const auto other = connect();
  must(other->script("BEGIN IMMEDIATE"));
  const auto before = std::chrono::steady_clock::now();
  auto memory = memory_of("1", "One", "text");
  const auto use = [&](Connection& connection) {
    return SqliteMemories(connection).insert(memory);
  };
  const auto done = database->write(use);
  const auto waited = std::chrono::steady_clock::now() - before;
  log::also_to(log::Listener{});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::unavailable);
  EXPECT_TRUE(is_busy(done.error()));
  EXPECT_FALSE(done.error().hint.empty());
  EXPECT_GE(waited, 390ms);
  EXPECT_LT(waited, 2s);
  const auto lines = told.size();
  EXPECT_LE(lines, 2U);  // as the process got time to look
  EXPECT_GE(lines, 1U);
  for (const auto& each : told)
    EXPECT_THAT(each, ::testing::HasSubstr("in use by another program: waited"));
  EXPECT_EQ(memories(*database), 0);  // reads do not wait
  must(other->script("COMMIT"));
  must(database->write(use));
  EXPECT_EQ(memories(*database), 1);
}

TEST_F(DatabaseTest, GetsTheLockWhenTheOtherLetsGo) {
  const auto database = open();
  const auto other = connect();
  must(other->script("BEGIN IMMEDIATE"));
  std::atomic<bool> waits = false;
  std::jthread release([&] {
    while (!waits) std::this_thread::sleep_for(1ms);
    must(other->script("COMMIT"));
  });
  auto memory = memory_of("1", "One", "text");
  must(database->write(
      [&](Connection& connection) { return SqliteMemories(connection).insert(memory); },
      [&] {
        waits = true;
        return false;
      }));
  EXPECT_EQ(memories(*database), 1);
}

TEST_F(DatabaseTest, WhoCancelsNeedNotWait) {
  const auto database = open();
  const auto other = connect();
  must(other->script("BEGIN IMMEDIATE"));
  auto memory = memory_of("1", "One", "text");
  int asked = 0;
  const auto done = database->write(
      [&](Connection& connection) { return SqliteMemories(connection).insert(memory); },
      [&] { return ++asked > 3; });
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("cancelled"));
}

TEST_F(DatabaseTest, WriteSoonHasLittlePatience) {
  const auto database = open();
  auto memory = memory_of("1", "One", "text");
  const auto use = [&](Connection& connection) {
    return SqliteMemories(connection).insert(memory);
  };
  const auto other = connect();
  must(other->script("BEGIN IMMEDIATE"));
  const auto before = std::chrono::steady_clock::now();
  const auto done = database->write_soon(20ms, use);
  EXPECT_LT(std::chrono::steady_clock::now() - before, 2s);
  ASSERT_FALSE(done);
  EXPECT_TRUE(is_busy(done.error()));
  must(other->script("COMMIT"));
  must(database->write_soon(20ms, use));
  EXPECT_EQ(memories(*database), 1);
  const auto failed = database->write_soon(
      20ms, [](Connection&) -> Result<void> { return Failure(missing("nothing")); });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Code::not_found);
}

TEST_F(DatabaseTest, AReadSeesOneMoment) {
  const auto database = open();
  put(*database, memory_of("1", "One", "text"));
  must(database->read([&](Connection& connection) -> Result<void> {
    EXPECT_EQ(TRY(connection.number("SELECT count(*) FROM memories")), 1);
    std::jthread([&] { put(*database, memory_of("2", "Two", "text")); }).join();
    EXPECT_EQ(TRY(connection.number("SELECT count(*) FROM memories")), 1);
    return {};
  }));
  EXPECT_EQ(memories(*database), 2);
}

TEST_F(DatabaseTest, ACheckpointEmptiesTheLog) {
  const auto database = open();
  put(*database, memory_of("1", "One", "text"));
  EXPECT_GT(std::filesystem::file_size(file("test.db-wal")), 0U);
  must(database->checkpoint());
  EXPECT_EQ(std::filesystem::file_size(file("test.db-wal")), 0U);
}

TEST_F(DatabaseTest, ACheckpointDoesNotInsist) {
  const auto database = open();
  put(*database, memory_of("1", "One", "text"));
  must(database->read([&](Connection& reader) -> Result<void> {
    EXPECT_EQ(TRY(reader.number("SELECT count(*) FROM memories")), 1);
    put(*database, memory_of("2", "Two", "text"));
    const auto before = std::chrono::steady_clock::now();
    std::jthread([&] { must(database->checkpoint()); }).join();
    EXPECT_LT(std::chrono::steady_clock::now() - before, 10s);
    EXPECT_EQ(TRY(reader.number("SELECT count(*) FROM memories")), 1);
    return {};
  }));
  EXPECT_EQ(memories(*database), 2);
}

TEST_F(DatabaseTest, ACheckpointOpensNothing) {
  Database database(file(), {}, clock_);
  must(database.checkpoint());
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DatabaseTest, WhoWaitsForTheFirstOpeningMayGo) {
  put(*open(), memory_of("1", "One", "text"));
  const auto other = connect();
  must(other->script("PRAGMA locking_mode=EXCLUSIVE;BEGIN EXCLUSIVE"));
  Database database(file(), {}, clock_);
  std::atomic<bool> first_goes = false;
  std::jthread first(
      [&] { EXPECT_FALSE(database.ensure_open([&] { return first_goes.load(); })); });
  const auto second = database.ensure_open([] { return true; });
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("cancelled"));
  first_goes = true;
}

TEST_F(DatabaseTest, TheLastToCloseRemovesTheLog) {
  put(*open(), memory_of("1", "One", "text"));
  EXPECT_FALSE(std::filesystem::exists(file("test.db-wal")));
}

TEST_F(DatabaseTest, AFailureToOpenIsNotKept) {
  std::filesystem::create_directory(file());
  Database database(file(), {}, clock_);
  const auto failed = database.ensure_open();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("cannot"));
  std::filesystem::remove(file());
  must(database.ensure_open());
}

}  // namespace
}  // namespace aim::store::sqlite
