#include "net/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <thread>

namespace aim::net {
namespace {

using namespace std::chrono_literals;

// Holds `count` workers at once, then lets them go.
void use_at_once(WorkerPool& pool, int count) {
  const auto together = std::make_shared<std::latch>(count),
             done = std::make_shared<std::latch>(count);
  for (int i = 0; i < count; ++i)
    pool.post([together, done] {
      together->arrive_and_wait();
      done->count_down();
    });
  done->wait();
}

TEST(WorkerPool, HasOneThreadUntilSeveralAreNeeded) {
  WorkerPool pool(8);
  EXPECT_EQ(pool.threads(), 1U);
  use_at_once(pool, 1);
  EXPECT_EQ(pool.threads(), 1U);
  use_at_once(pool, 5);
  EXPECT_GE(pool.threads(), 5U);
  EXPECT_LE(pool.threads(), 8U);
}

TEST(WorkerPool, GrowsToItsLimitAndNoFurther) {
  WorkerPool pool(3);
  use_at_once(pool, 3);
  EXPECT_EQ(pool.threads(), 3U);
  std::atomic<int> at_once = 0, most = 0, done = 0;
  for (int i = 0; i < 200; ++i)
    pool.post([&] {
      const int now = ++at_once;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --at_once;
      ++done;
    });
  pool.join();
  EXPECT_EQ(done, 200) << "what was posted is done before the end";
  EXPECT_LE(most, 3);
  EXPECT_EQ(pool.threads(), 0U);
}

TEST(WorkerPool, ThreadsWithoutWorkEnd) {
  WorkerPool pool(8, 1ms);
  use_at_once(pool, 6);
  while (pool.threads() > 1) std::this_thread::yield();
  use_at_once(pool, 6);
  EXPECT_GE(pool.threads(), 1U);
}

TEST(WorkerPool, ATaskMayPostAnother) {
  WorkerPool pool(1);
  std::promise<void> second;
  pool.post([&] { pool.post([&] { second.set_value(); }); });
  second.get_future().wait();
}

}  // namespace
}  // namespace aim::net
