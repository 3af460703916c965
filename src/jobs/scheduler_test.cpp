#include "jobs/scheduler.h"

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

#include "jobs/tasks.h"
#include "jobs/thread_runner.h"

namespace aim::jobs {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

const Stop never = [] { return false; };

// Writes its name down; due again after so long.
class Noted : public Task {
 public:
  Noted(std::string name, Moment due, std::chrono::milliseconds again,
        std::vector<std::string>& ran)
      : name_(std::move(name)), due_(due), again_(again), ran_(ran) {}
  Moment due() const override { return due_; }
  void run(Moment now, const Stop&) override {
    ran_.push_back(name_);
    due_ = now + again_;
  }

 private:
  std::string name_;
  Moment due_;
  std::chrono::milliseconds again_;
  std::vector<std::string>& ran_;
};

TEST(Scheduler, RunsWhatIsDueForLongest) {
  std::vector<std::string> ran;
  const Moment start{};
  Scheduler tasks;
  EXPECT_EQ(tasks.next(), Moment::max());
  EXPECT_FALSE(tasks.run_one(start, never));
  tasks.add(std::make_unique<Noted>("late", start + 2s, 1h, ran));
  tasks.add(std::make_unique<Noted>("early", start + 1s, 1h, ran));
  EXPECT_EQ(tasks.next(), start + 1s);
  EXPECT_FALSE(tasks.run_one(start, never));
  const Moment now = start + 3s;
  while (tasks.run_one(now, never)) {
  }
  EXPECT_THAT(ran, ElementsAre("early", "late"));
  EXPECT_EQ(tasks.next(), now + 1h);
}

TEST(Scheduler, WhoAlwaysHasMoreToDoKeepsNobodyElseWaiting) {
  std::vector<std::string> ran;
  Moment now{};
  Scheduler tasks;
  tasks.add(std::make_unique<Noted>("busy", now, 0ms, ran));
  tasks.add(std::make_unique<Noted>("rare", now + 1500ms, 1h, ran));
  for (int i = 0; i < 5; ++i, now += 1s) ASSERT_TRUE(tasks.run_one(now, never));
  EXPECT_THAT(ran, ElementsAre("busy", "busy", "busy", "rare", "busy"));
}

TEST(Scheduler, AnIdleServerGoesBackToItsRequests) {
  std::vector<std::string> ran;
  Scheduler tasks;
  tasks.add(std::make_unique<Noted>("busy", Moment{}, 0ms, ran));
  EXPECT_EQ(run_idle(tasks, [&] { return ran.size() == 3; }), 1ms);
  EXPECT_EQ(ran.size(), 3U);
}

TEST(Scheduler, AThreadRunsTasksAndOutlivesTheirFailures) {
  std::promise<void> third;
  std::atomic<int> calls = 0;
  {
    ThreadRunner fails, runs;
    fails.add(std::make_unique<Every>(1h, [] { throw std::runtime_error("for the test"); }));
    runs.add(std::make_unique<Every>(1ms, [&] {
      if (++calls == 3)
        third.set_value();
    }));
    for (ThreadRunner* each : {&fails, &runs}) each->start();
    third.get_future().wait();
  }
  EXPECT_GE(calls, 3);
}

TEST(Scheduler, WhoWaitsForChangesCallsAtEachAndNowAndThen) {
  std::vector<bool> changes{true, false, false, true};
  std::size_t waits = 0;
  std::vector<int> called;
  const Moment begin{1h};
  OnChange task([&](auto, const Stop&) { return changes[waits++]; }, 500ms, 2s,
                [&] { called.push_back(static_cast<int>(waits)); });
  for (const Moment now : {begin, begin + 1s, begin + 2s, begin + 3s}) {
    EXPECT_LE(task.due(), now);
    task.run(now, never);
  }
  EXPECT_THAT(called, ElementsAre(1, 3, 4)) << "the third after two seconds without a change";
}

// Due at once, and ends when it is asked to.
class Endless : public Task {
 public:
  explicit Endless(std::promise<void>& begun) : begun_(begun) {}
  Moment due() const override { return due_; }
  void run(Moment, const Stop& stop) override {
    begun_.set_value();
    while (!stop()) std::this_thread::yield();
    due_ = Moment::max();
  }

 private:
  std::promise<void>& begun_;
  Moment due_{};
};

TEST(Scheduler, WhatIsAtWorkIsAskedToEnd) {
  std::promise<void> begun;
  ThreadRunner runner;
  runner.add(std::make_unique<Endless>(begun));
  runner.start();
  begun.get_future().wait();
}

// Due when something came.
class Waiting : public Task {
 public:
  Waiting(std::atomic<bool>& came, std::promise<void>& done) : came_(came), done_(done) {}
  Moment due() const override { return came_ ? Moment{} : Moment::max(); }
  void run(Moment, const Stop&) override {
    came_ = false;
    done_.set_value();
  }

 private:
  std::atomic<bool>& came_;
  std::promise<void>& done_;
};

TEST(Scheduler, LooksAtOnceWhenItIsTold) {
  std::atomic<bool> came = false;
  std::promise<void> done;
  ThreadRunner runner;
  runner.add(std::make_unique<Waiting>(came, done));
  runner.start();
  auto is_done = done.get_future();
  came = true;
  // Told before it waits it looks anyway; while it waits, it is woken.
  while (is_done.wait_for(10ms) != std::future_status::ready) runner.look();
}

}  // namespace
}  // namespace aim::jobs
