#include "jobs/maintenance.h"

#include "engine/engine_testing.h"
#include "engine/vectors/embeddings.h"

namespace aim::jobs {
namespace {

using namespace engine::testing;

class Maintenance : public EngineTest {
 protected:
  static constexpr std::chrono::seconds interval = 30min;

  // Memories that have expired by now.
  void keep_expired(int count) {
    for (int i = 0; i < count; ++i) {
      engine::Draft given = draft("brief " + std::to_string(kept_++));
      given.ttl_secs = 1;
      keep(given);
    }
    clock_.advance(2s);
  }
  std::int64_t expired() { return must(engine::count_expired(*engine_)); }
  bool ticks(Engine& engine) { return tick(engine, interval, {}); }
  bool ticks() { return ticks(*engine_); }

  int kept_ = 0;
};

TEST_F(Maintenance, OnceAnInterval) {  // A8
  keep_expired(3);
  EXPECT_TRUE(ticks());
  EXPECT_EQ(expired(), 0);
  keep_expired(2);
  EXPECT_FALSE(ticks());
  EXPECT_EQ(expired(), 2);
  clock_.advance(interval - 3s);
  EXPECT_FALSE(ticks());
  clock_.advance(1s);
  EXPECT_TRUE(ticks());
  EXPECT_EQ(expired(), 0);
}

TEST_F(Maintenance, OfAllProcesses) {
  const auto other = open("test.db", {.full_sync = false});
  engine::TouchQueue touches;
  engine::Embeddings embeddings;
  Engine second{store::Access(*other), clock_, {}, touches, embeddings};
  EXPECT_TRUE(ticks(second));
  EXPECT_FALSE(ticks());
  clock_.advance(interval);
  EXPECT_TRUE(ticks());
  EXPECT_FALSE(ticks(second));
}

TEST_F(Maintenance, WhatIsNotDueWritesNothing) {
  EXPECT_TRUE(ticks());
  const auto other = connect();
  must(other->run("BEGIN IMMEDIATE"));
  const auto before = must(other->number("PRAGMA data_version"));
  EXPECT_FALSE(ticks());
  must(other->run("ROLLBACK"));
  EXPECT_EQ(must(other->number("PRAGMA data_version")), before);
  EXPECT_FALSE(ticks());
  EXPECT_EQ(must(other->number("PRAGMA data_version")), before);
}

TEST_F(Maintenance, ALockedDatabaseIsForLater) {
  keep_expired(1);
  const auto other = connect();
  must(other->run("BEGIN IMMEDIATE"));
  EXPECT_FALSE(ticks());
  must(other->run("ROLLBACK"));
  EXPECT_TRUE(ticks());
  EXPECT_EQ(expired(), 0);
}

TEST_F(Maintenance, WhatWasStoppedIsDueAtOnce) {
  keep_expired(1);
  EXPECT_FALSE(tick(*engine_, interval, [] { return true; }));
  EXPECT_TRUE(ticks());
  EXPECT_EQ(expired(), 0);
  EXPECT_FALSE(ticks());
}

TEST_F(Maintenance, AClockPutBackStopsNothing) {
  EXPECT_TRUE(ticks());
  clock_.advance(-48h);
  EXPECT_TRUE(ticks());
  EXPECT_FALSE(ticks());
}

}  // namespace
}  // namespace aim::jobs
