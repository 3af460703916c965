#include "store/sqlite/database.h"

#include <thread>

#include "store/sqlite/failure.h"
#include "store/sqlite/store_testing.h"

namespace aim::store {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using testing::memory_of;
using testing::must;

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
            TRY_VOID(insert(connection, memory));
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
    TRY_VOID(insert(connection, memory));
    return Failure(missing("nothing"));
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::not_found);
  EXPECT_EQ(memories(*database), 0);
}

TEST_F(DatabaseTest, WaitsForAnotherProcessThenSaysSo) {
  ConnectionOptions hasty;
  hasty.busy_wait = 120ms;
  const auto database = open("test.db", hasty);
  const auto other = connect();
  must(other->script("BEGIN IMMEDIATE"));
  const auto before = std::chrono::steady_clock::now();
  auto memory = memory_of("1", "One", "text");
  const auto use = [&](Connection& connection) { return insert(connection, memory); };
  const auto done = database->write(use);
  const auto waited = std::chrono::steady_clock::now() - before;
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::unavailable);
  EXPECT_TRUE(is_busy(done.error()));
  EXPECT_FALSE(done.error().hint.empty());
  EXPECT_GE(waited, 110ms);
  EXPECT_LT(waited, 2s);
  EXPECT_EQ(memories(*database), 0);  // reads do not wait
  must(other->script("COMMIT"));
  must(database->write(use));
  EXPECT_EQ(memories(*database), 1);
}

TEST_F(DatabaseTest, GetsTheLockWhenTheOtherLetsGo) {
  const auto database = open();
  const auto other = connect();
  must(other->script("BEGIN IMMEDIATE"));
  std::jthread release([&] {
    std::this_thread::sleep_for(50ms);
    must(other->script("COMMIT"));
  });
  put(*database, memory_of("1", "One", "text"));
  EXPECT_EQ(memories(*database), 1);
}

TEST_F(DatabaseTest, WhoCancelsNeedNotWait) {
  const auto database = open();
  const auto other = connect();
  must(other->script("BEGIN IMMEDIATE"));
  auto memory = memory_of("1", "One", "text");
  int asked = 0;
  const auto done =
      database->write([&](Connection& connection) { return insert(connection, memory); },
                      [&] { return ++asked > 3; });
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("cancelled"));
}

TEST_F(DatabaseTest, WriteSoonHasLittlePatience) {
  const auto database = open();
  auto memory = memory_of("1", "One", "text");
  const auto use = [&](Connection& connection) { return insert(connection, memory); };
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
}  // namespace aim::store
