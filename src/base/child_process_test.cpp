#include "base/child_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace aim {
namespace {

using namespace std::chrono_literals;

TEST(ChildProcess, GetsItsWordsAndStreams) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const auto process = start_program(
      {.file = "sh", .words = {"other", "-c", "cat; echo $0 $1", "a", "b"}, .output = ends[1]});
  ::close(ends[1]);
  ASSERT_TRUE(process);
  std::array<char, 16> read{};
  EXPECT_EQ(::read(ends[0], read.data(), read.size()), 4) << "and nothing from standard input";
  ::close(ends[0]);
  EXPECT_STREQ(read.data(), "a b\n");
  EXPECT_EQ(ended_within(*process, 60s), 0);
}

TEST(ChildProcess, SaysHowItEnded) {
  const auto process = start_program({.file = "/bin/sh", .words = {"sh", "-c", "exit 3"}});
  ASSERT_TRUE(process);
  const auto status = ended_within(*process, 60s);
  ASSERT_TRUE(status);
  EXPECT_EQ(WEXITSTATUS(*status), 3);
  EXPECT_EQ(ended_within(*process, 0s), unwatched) << "it was waited for";
}

TEST(ChildProcess, IsNotStartedWhereThereIsNone) {
  EXPECT_FALSE(start_program({.file = "/nonexistent/program", .words = {"program"}}));
}

TEST(ChildProcess, RunsToItsEndWithinATime) {
  EXPECT_TRUE(run_program({.file = "sh", .words = {"sh", "-c", "exit 0"}}, 60s));
  EXPECT_FALSE(run_program({.file = "sh", .words = {"sh", "-c", "exit 1"}}, 60s));
  EXPECT_FALSE(run_program({.file = "sh", .words = {"sh", "-c", "exec sleep 600"}}, 10ms));
  EXPECT_FALSE(run_program({.file = "/nonexistent/program", .words = {"program"}}, 60s));
}

TEST(ChildProcess, IsEndedWithItsGroup) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const auto process = start_program({.file = "sh",
                                      .words = {"sh", "-c", "trap '' TERM; sleep 600 & wait"},
                                      .output = ends[1],
                                      .apart = Apart::group});
  ::close(ends[1]);
  ASSERT_TRUE(process);
  EXPECT_EQ(::getpgid(*process), *process);
  EXPECT_EQ(ended_within(*process, 0s), std::nullopt);
  end_group(*process);
  EXPECT_EQ(ended_within(*process, 0s), unwatched);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0) << "what it had started holds the other end";
  ::close(ends[0]);
}

TEST(ChildProcess, IsEndedAlone) {
  const auto process = start_program({.file = "sleep", .words = {"sleep", "600"}});
  ASSERT_TRUE(process);
  EXPECT_EQ(::getpgid(*process), ::getpgrp()) << "Ctrl-C reaches both";
  end_program(*process);
  EXPECT_EQ(ended_within(*process, 0s), unwatched);
}

}  // namespace
}  // namespace aim
