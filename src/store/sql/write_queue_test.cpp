#include "store/sql/write_queue.h"

#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace aim::store::sql {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

// A queue whose turns first do what `in_turn_` says, then take the jobs, count them, and do what
// `in_commit_` says.
class WriteQueueTest : public ::testing::Test {
 protected:
  Result<void> write(const Stop& stop = {}, std::chrono::milliseconds timeout = 20s) {
    const Wait wait = Wait::up_to(timeout, &stop);
    WriteQueue::Job job(wait, true);
    return queue_.run(job);
  }
  Result<void> turn(const WriteQueue::Take& take) {
    in_turn_();
    const auto jobs = take();
    written_ += static_cast<int>(jobs.size());
    in_commit_();
    return {};
  }

  std::function<void()> in_turn_ = [] {}, in_commit_ = [] {};
  std::atomic<int> written_ = 0;
  WriteQueue queue_{[this](const Wait&, bool, const WriteQueue::Take& take) { return turn(take); },
                    [] { return unavailable("busy", ""); }};
};

TEST_F(WriteQueueTest, ATurnThatThrowsFailsItsCallAndTheQueueGoesOn) {
  in_turn_ = [] { throw std::runtime_error("no connection"); };
  const auto failed = write();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().detail, HasSubstr("no connection"));
  in_turn_ = [] {};
  EXPECT_TRUE(write());
  EXPECT_EQ(written_, 1);
}

TEST_F(WriteQueueTest, ACommitThatThrowsFailsAllJobsOfItsTurn) {
  constexpr int followers = 3;
  std::atomic<bool> go = false;
  std::atomic<int> failed = 0, in_line = 0;
  in_turn_ = [&] {
    while (!go) std::this_thread::sleep_for(1ms);
  };
  in_commit_ = [] { throw std::bad_alloc(); };
  {
    std::vector<std::jthread> writers;
    for (int each = 0; each <= followers; ++each)
      writers.emplace_back([&] {
        bool asked = false;
        failed += !write([&] {
          in_line += !std::exchange(asked, true);
          return false;
        });
      });
    while (in_line < followers) std::this_thread::sleep_for(1ms);
    go = true;
  }
  EXPECT_EQ(failed, followers + 1);
  EXPECT_EQ(written_, followers + 1);
  in_commit_ = [] {};
  EXPECT_TRUE(write());
}

TEST_F(WriteQueueTest, AFollowerWhoseStopFunctionThrowsLeavesTheQueue) {
  std::atomic<bool> go = false, led = false;
  in_turn_ = [&] {
    led = true;
    while (!go) std::this_thread::sleep_for(1ms);
  };
  std::jthread leader([&] { EXPECT_TRUE(write()); });
  while (!led) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(write([]() -> bool { throw std::runtime_error("stop"); }));
  go = true;
  leader.join();
  EXPECT_EQ(written_, 1);
  EXPECT_TRUE(write());
}

}  // namespace
}  // namespace aim::store::sql
