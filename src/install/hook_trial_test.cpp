#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "install/look.h"

namespace aim::install {
namespace {

using std::chrono_literals::operator""ms;
using testing::HasSubstr;

TEST(HookTrial, SaysWhatIsWrong) {
  HookTrial trial;
  EXPECT_EQ(trial.run("cat"), "") << "the event comes, and its end";
  EXPECT_EQ(trial.run("grep -q '\"prompt\":\"#skip\"'"), "");
  EXPECT_EQ(trial.run("exit 3"), "it exited with status 3");
  EXPECT_EQ(trial.run("kill -9 $$"), "it was terminated by a signal");
  EXPECT_EQ(trial.run("/nowhere/ai-memory hook"), "the program does not exist");
  EXPECT_EQ(trial.run("true"), "") << "one that does not read is none the worse";
  EXPECT_EQ(trial.run("head -c 3000000 /dev/zero"), "") << "what it prints is taken";
}

// "": the file is not there or not whole yet.
std::string line_of(const std::filesystem::path& path) {
  std::string line;
  std::ifstream file(path);
  return std::getline(file, line) && !file.eof() ? line : std::string();
}

// There, and no zombie that waits for whoever adopts orphans here.
bool runs(pid_t process) {
  if (::kill(process, 0) != 0)
    return false;
  const std::string stat = line_of("/proc/" + std::to_string(process) + "/stat");
  return !stat.empty() && stat.find(") Z") == std::string::npos;
}

TEST(HookTrial, EndsWhatNeverAnswersAndAllThatItStarted) {
  const std::filesystem::path note =
      std::filesystem::path(testing::TempDir()) / ("hangs-" + std::to_string(::getpid()));
  HookTrial trial(3'000ms);
  // Deaf to being asked, and so is its child.
  const std::string wrong = trial.run("trap '' TERM; sleep 1000 & echo $! > '" + note.string() +
                                      "'; while :; do sleep 1000; done");
  EXPECT_EQ(wrong, "it did not answer in 3 s and was stopped");
  const std::string child = line_of(note);
  std::filesystem::remove(note);
  ASSERT_FALSE(child.empty());
  for (int turn = 0; turn < 500 && runs(std::stoi(child)); ++turn)
    std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(runs(std::stoi(child)));
}

TEST(HookTrial, AsksOnceAndDoesNotWaitForAll) {
  HookTrial trial(20ms);
  const auto hangs = [&](int number) {
    return trial.run("sleep " + std::to_string(1000 + number));
  };
  for (int number = 0; number < 3; ++number)
    EXPECT_THAT(hangs(number), HasSubstr("did not answer"));
  EXPECT_THAT(hangs(1), HasSubstr("did not answer")) << "known";
  EXPECT_THAT(hangs(4), HasSubstr("not run"));
}

}  // namespace
}  // namespace aim::install
