#include "store/sqlite/core/commit_queue.h"

#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "store/sqlite/core/failure.h"
#include "store/sqlite/open_store_testing.h"

namespace aim::store::sqlite {
namespace {

using namespace std::chrono_literals;
using testing::memory_of;
using testing::must;

class CommitQueueTest : public testing::OpenStoreTest {
 protected:
  void SetUp() override {
    OpenStoreTest::SetUp();
    other_ = connect();
  }
  // Another process writes.
  void lock() { must(other_->script("BEGIN IMMEDIATE")); }
  void unlock() { must(other_->script("COMMIT")); }

  Result<void> add(const std::string& id, const Stop& stop = {}) {
    return add_to(*database_, id, stop);
  }
  static Result<void> add_to(Database& database, const std::string& id, const Stop& stop = {}) {
    return database.write(
        [&](Connection& connection) {
          auto memory = memory_of(id, "Title " + id, "text");
          return SqliteMemories(connection).insert(memory);
        },
        stop);
  }
  std::int64_t memories() { return number(*database_, "SELECT count(*) FROM memories"); }

  std::unique_ptr<Connection> other_;
};

// A stop function: being asked shows that the call stands in line. Stops nothing but what `stops`
// says.
class InLine {
 public:
  Stop stop(Stop stops = {}) {
    return [this, stops = std::move(stops)] {
      asked_ = true;
      return stops && stops();
    };
  }
  void wait() const {
    while (!asked_) std::this_thread::sleep_for(1ms);
  }

 private:
  std::atomic<bool> asked_ = false;
};

bool was_cancelled(const Result<void>& done) {
  return !done && done.error().message.find("cancelled") != std::string::npos;
}

TEST_F(CommitQueueTest, AStoreWritesNoMoreThanItMust) {  // P3
  must(add("1"));
  must(database_->checkpoint());
  must(add("2"));
  must(add("3"));
  constexpr std::uintmax_t max_bytes_of_a_store = 60'000;
  EXPECT_LT(std::filesystem::file_size(file().string() + "-wal"), 2 * max_bytes_of_a_store);
}

TEST_F(CommitQueueTest, EachCallerStopsItsOwnCallOnly) {
  lock();
  constexpr int threads = 8;
  std::atomic<bool> stop_even = false;
  std::atomic<int> cancelled = 0, kept = 0, foreign = 0;
  std::array<InLine, threads> in_line;
  {
    std::vector<std::jthread> writers;
    for (std::size_t writer = 0; writer < threads; ++writer)
      writers.emplace_back([&, writer] {
        const auto me = std::this_thread::get_id();
        const auto done = add(std::to_string(writer), in_line[writer].stop([&, me, writer] {
          foreign += std::this_thread::get_id() != me;
          return stop_even && writer % 2 == 0;
        }));
        cancelled += was_cancelled(done);
        kept += done.has_value();
      });
    for (const InLine& each : in_line) each.wait();
    EXPECT_EQ(cancelled, 0);
    stop_even = true;
    while (cancelled < threads / 2) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(kept, 0);
    unlock();
  }
  EXPECT_EQ(cancelled, threads / 2);
  EXPECT_EQ(kept, threads / 2);
  EXPECT_EQ(foreign, 0);
  EXPECT_EQ(memories(), threads / 2);
}

// SQLite asks the leader's stop function while another process holds the lock.
TEST_F(CommitQueueTest, ALeaderWhoseStopFunctionThrowsIsCancelled) {
  lock();
  EXPECT_TRUE(was_cancelled(add("1", []() -> bool { throw std::runtime_error("stop"); })));
  unlock();
  must(add("2"));
  EXPECT_EQ(memories(), 1);
}

TEST_F(CommitQueueTest, ALeaderThatGoesLeavesTheLeadToTheNext) {
  lock();
  std::atomic<bool> leader_goes = false;
  std::atomic<int> kept = 0;
  InLine first;
  std::array<InLine, 4> in_line;
  std::jthread leader([&] {
    EXPECT_TRUE(was_cancelled(add("leader", first.stop([&] { return leader_goes.load(); }))));
  });
  first.wait();
  std::vector<std::jthread> followers;
  for (std::size_t each = 0; each < in_line.size(); ++each)
    followers.emplace_back(
        [&, each] { kept += add(std::to_string(each), in_line[each].stop()).has_value(); });
  for (const InLine& each : in_line) each.wait();
  leader_goes = true;
  leader.join();
  unlock();
  followers.clear();
  EXPECT_EQ(kept, 4);
  EXPECT_EQ(memories(), 4);
}

TEST_F(CommitQueueTest, EachWaitsFromItsOwnArrival) {
  const auto hasty = open("test.db", {.busy_wait = 800ms});
  lock();
  const auto timed = [&](const std::string& id) {
    const auto before = std::chrono::steady_clock::now();
    const auto done = add_to(*hasty, id);
    EXPECT_FALSE(done);
    EXPECT_TRUE(!done && is_busy(done.error()));
    return std::chrono::steady_clock::now() - before;
  };
  std::vector<std::jthread> writers;
  for (int each = 0; each < 5; ++each) {
    writers.emplace_back([&, each] {
      const auto waited = timed(std::to_string(each));
      EXPECT_GE(waited, 790ms);
      EXPECT_LT(waited, 1500ms);  // not twice
    });
    std::this_thread::sleep_for(50ms);  // between two arrivals: what is measured
  }
  writers.clear();
  unlock();
  EXPECT_EQ(memories(), 0);
}

TEST_F(CommitQueueTest, FirstComeFirstServed) {
  lock();
  std::vector<int> order;  // written by whoever leads, one at a time
  std::array<InLine, 6> in_line;
  std::vector<std::jthread> writers;
  for (std::size_t each = 0; each < in_line.size(); ++each) {
    writers.emplace_back([&, each] {
      writing(
          [&, each](Connection&) -> Result<void> {
            order.push_back(static_cast<int>(each));
            return {};
          },
          in_line[each].stop());
    });
    in_line[each].wait();
  }
  unlock();
  writers.clear();
  EXPECT_THAT(order, ::testing::ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST_F(CommitQueueTest, ATouchWaitsInLineNoLongerThanItsPatience) {
  lock();
  InLine in_line;
  std::jthread writer([&] { must(add("1", in_line.stop())); });
  in_line.wait();
  for (const auto timeout : {0ms, 40ms}) {
    const auto before = std::chrono::steady_clock::now();
    const auto touched =
        database_->write_soon(timeout, [](Connection&) -> Result<void> { return {}; });
    EXPECT_GE(std::chrono::steady_clock::now() - before, timeout);
    EXPECT_LT(std::chrono::steady_clock::now() - before, timeout + 2s);
    ASSERT_FALSE(touched);
    EXPECT_TRUE(is_busy(touched.error()));
  }
  unlock();
}

TEST_F(CommitQueueTest, TouchesAndWritesEachCommitAsTheyNeed) {
  lock();
  const auto synced = [](Connection& connection) {
    return connection.number("PRAGMA synchronous");
  };
  std::atomic<std::int64_t> touched_first = 0, written = 0, touched_after = 0;
  constexpr std::int64_t normal = 1, full = 2;
  const auto note = [&](std::atomic<std::int64_t>& level) {
    return [&](Connection& connection) -> Result<void> {
      level = TRY(synced(connection)).value_or(0);
      return {};
    };
  };
  std::array<InLine, 3> in_line;
  std::jthread first(
      [&] { must(database_->write_soon(30s, note(touched_first), in_line[0].stop())); });
  in_line[0].wait();
  std::jthread second([&] { writing(note(written), in_line[1].stop()); });
  in_line[1].wait();
  std::jthread third(
      [&] { must(database_->write_soon(30s, note(touched_after), in_line[2].stop())); });
  in_line[2].wait();
  unlock();
  first.join(), second.join(), third.join();
  EXPECT_EQ(touched_first, normal);  // it led before anybody wanted a sync
  EXPECT_EQ(written, full);
  EXPECT_EQ(touched_after, full);  // it shares the commit of the write
}

TEST_F(CommitQueueTest, WhatOneThrowsOrFailsHarmsNobodyElse) {
  lock();
  std::atomic<int> thrown = 0, failed = 0, kept = 0;
  std::array<InLine, 9> in_line;
  std::vector<std::jthread> writers;
  for (std::size_t each = 0; each < in_line.size(); ++each)
    writers.emplace_back([&, each] {
      const auto done = database_->write(
          [&, each](Connection& connection) -> Result<void> {
            auto memory = memory_of(std::to_string(each), "Title " + std::to_string(each), "text");
            TRY_VOID(SqliteMemories(connection).insert(memory));
            if (each % 3 == 1)
              throw std::runtime_error("thrown");
            if (each % 3 == 2)
              return Failure(conflict("failed"));
            return {};
          },
          in_line[each].stop());
      kept += done.has_value();
      thrown += !done && done.error().detail.find("thrown") != std::string::npos;
      failed += !done && done.error().code == Code::conflict;
    });
  for (const InLine& each : in_line) each.wait();
  unlock();
  writers.clear();
  EXPECT_EQ(kept, 3);
  EXPECT_EQ(thrown, 3);
  EXPECT_EQ(failed, 3);
  EXPECT_EQ(memories(), 3);
}

// Another process takes the lock now and then; some callers go, some have little timeout, some
// touch, some read.
TEST_F(CommitQueueTest, NothingIsLostUnderLoad) {
  constexpr int threads = 6, each = 25;
  const auto hasty = open("test.db", {.full_sync = false, .busy_wait = 10ms});
  std::atomic<int> kept = 0, wrong = 0, touched = 0;
  std::atomic<bool> over = false;
  std::vector<std::jthread> helpers;
  helpers.emplace_back([&] {
    while (!over) {
      if (other_->script("BEGIN IMMEDIATE")) {
        std::this_thread::sleep_for(8ms);
        must(other_->script("COMMIT"));
      }
      std::this_thread::sleep_for(4ms);
    }
  });
  for (int reader = 0; reader < 2; ++reader)
    helpers.emplace_back([&] {
      while (!over) {
        const auto before = memories();
        wrong += before > memories();
      }
    });
  helpers.emplace_back([&] {
    while (!over)
      touched +=
          database_
              ->write_soon(20ms,
                           [](Connection& connection) {
                             return connection.run(
                                 "INSERT INTO meta VALUES ('touches', '1') ON CONFLICT(name) "
                                 "DO UPDATE SET value = CAST(value AS INTEGER) + 1");
                           })
              .has_value();
  });
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < threads; ++writer)
      writers.emplace_back([&, writer] {
        for (int i = 0; i < each; ++i) {
          const std::string id = std::to_string(writer) + "-" + std::to_string(i);
          int asked = 0;
          const Stop stop = i % 3 == 0 ? Stop([&asked] { return ++asked > 1; }) : Stop();
          const auto done = add_to(writer % 2 == 0 ? *hasty : *database_, id, stop);
          kept += done.has_value();
          wrong += !done && !is_busy(done.error()) && !was_cancelled(done);
          wrong += !done && writer % 2 == 1 && !stop;
        }
      });
  }
  over = true;
  helpers.clear();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(memories(), kept);
  EXPECT_GE(kept, threads / 2 * each / 2);
  EXPECT_EQ(
      number(*database_, "SELECT coalesce((SELECT value FROM meta WHERE name = 'touches'), 0)"),
      touched);
}

}  // namespace
}  // namespace aim::store::sqlite
