#include "base/in_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace aim {
namespace {

struct Job {
  int number = 0;
  int done = -1;
};

// Everything of 0 to 499 through it, with as many jobs ahead as it takes.
std::vector<int> all_through(std::size_t threads) {
  InOrder<Job> work(threads, 7, [](Job& job) { job.done = job.number * 2; });
  std::vector<int> out;
  for (int i = 0; i < 500; ++i) {
    work.add({i});
    while (work.full()) out.push_back(work.take()->done);
  }
  EXPECT_LT(work.waiting(), 7U);
  while (auto job = work.take()) out.push_back(job->done);
  return out;
}

TEST(InOrder, KeepsTheOrderWithAnyNumberOfThreads) {
  std::vector<int> wanted;
  for (int i = 0; i < 500; ++i) wanted.push_back(i * 2);
  for (const std::size_t threads : {0U, 1U, 3U}) EXPECT_EQ(all_through(threads), wanted) << threads;
}

TEST(InOrder, ThrowsWhatTheWorkThrew) {
  for (const std::size_t threads : {0U, 2U}) {
    InOrder<Job> work(threads, 10, [](Job& job) {
      if (job.number == 1)
        throw std::runtime_error("one");
    });
    for (int i = 0; i < 3; ++i) work.add({i});
    EXPECT_EQ(work.take()->number, 0);
    EXPECT_THROW(work.take(), std::runtime_error);
    EXPECT_EQ(work.take()->number, 2);
    EXPECT_FALSE(work.take());
  }
}

TEST(InOrder, MayEndWithWorkLeft) {
  std::atomic<int> begun = 0;
  {
    InOrder<Job> work(2, 1'000, [&](Job&) { ++begun; });
    for (int i = 0; i < 1'000; ++i) work.add({i});
    work.take();
  }
  EXPECT_GE(begun, 1);
  EXPECT_LE(begun, 1'000);
}

}  // namespace
}  // namespace aim
