#include "store/sqlite/core/connections.h"

#include <thread>

#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using namespace std::chrono_literals;
using testing::must;

class ConnectionsTest : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    open();  // makes the file
  }
  Wait patient() const { return Wait::up_to(30s); }
  static void look(Connection& connection) {
    must(connection.run("BEGIN"));
    must(connection.number("SELECT count(*) FROM memories"));
  }
};

TEST_F(ConnectionsTest, OneThreadReadsAndWritesWithOne) {
  Connections connections(file(), {});
  for (int i = 0; i < 5; ++i) {
    look(*must(connections.to_read(patient())));
    must(must(connections.to_write(patient()))->run("BEGIN IMMEDIATE"));
  }
  EXPECT_EQ(connections.opened(), 1U);
}

TEST_F(ConnectionsTest, ManyThreadsShareAFew) {
  Connections connections(file(), {});
  constexpr int threads = 16, each = 60;
  std::mutex writing;
  {
    std::vector<std::jthread> users;
    for (int reader = 0; reader < threads; ++reader)
      users.emplace_back([&] {
        for (int i = 0; i < each; ++i) look(*must(connections.to_read(patient())));
      });
    for (int writer = 0; writer < threads; ++writer)
      users.emplace_back([&] {
        for (int i = 0; i < each; ++i) {
          const std::lock_guard lock(writing);
          must(must(connections.to_write(patient()))->run("BEGIN IMMEDIATE"));
        }
      });
  }
  // Nine at most at a time; a few more where a thread was put to sleep for long by a busy machine.
  EXPECT_LE(connections.opened(), 40U);
}

TEST_F(ConnectionsTest, LongReadersKeepNobodyOutForLong) {
  Connections connections(file(), {});
  std::vector<Connections::Loan> loans;
  for (int i = 0; i < 11; ++i) {
    loans.push_back(must(connections.to_read(patient())));
    look(*loans.back());
  }
  must(must(connections.to_write(patient()))->run("BEGIN IMMEDIATE"));
  EXPECT_EQ(connections.opened(), 12U);
}

// The second connection of a process uses the index that the first has open, whatever stands under
// its name by then.
TEST_F(ConnectionsTest, TheIndexOfTheFirstIsThatOfAll) {
  const std::string index = file().string() + "-shm", other = file("other").string();
  Connections connections(file(), {});
  const auto reader = must(connections.to_read(patient()));
  look(*reader);
  std::filesystem::copy_file(index, other);
  std::filesystem::rename(other, index);
  EXPECT_FALSE(connections.to_write(patient()));
  EXPECT_EQ(connections.lost_as(), FileState::index_gone);
}

TEST_F(ConnectionsTest, OnceAllAreClosedTheNextMayHaveAnotherIndex) {
  Connections connections(file(), {});
  look(*must(connections.to_read(patient())));
  must(connections.to_read(patient())).discard();
  std::filesystem::remove(file().string() + "-shm");
  look(*must(connections.to_read(patient())));
  EXPECT_TRUE(connections.to_write(patient()));
}

TEST_F(ConnectionsTest, WhatIsDiscardedIsNotLentAgain) {
  Connections connections(file(), {});
  must(connections.to_read(patient())).discard();
  look(*must(connections.to_read(patient())));
  EXPECT_EQ(connections.opened(), 2U);
}

TEST_F(ConnectionsTest, AFailureToOpenIsNotCounted) {
  Connections connections(file("none.db"), {});
  for (int i = 0; i < 12; ++i) EXPECT_FALSE(connections.to_read(patient()));
  EXPECT_FALSE(connections.to_write(patient()));
}

}  // namespace
}  // namespace aim::store::sqlite
