#include "base/log.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/file.h"

namespace aim {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

constexpr auto stamp = "^20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9:]{8}\\.[0-9]{3}Z ";

TEST(Log, WritesOneLineAnEventToStderr) {
  log::set_level(log::Level::debug);
  const struct {
    void (*write)(std::string_view);
    std::string_view message;
    std::string expected;
  } rows[] = {
      {log::debug, "looked", "debug looked"},
      {log::info, "collected 3", "info collected 3"},
      {log::warn, "no model", "warn no model"},
      {log::error, "disk full", "error disk full"},
      {log::warn, "a {} b {0} %v", "warn a \\{\\} b \\{0\\} %v"},
      {log::warn, "two\nlines\r\nof it", "warn two lines  of it"},
      {log::warn, "", "warn "},
  };
  for (const auto& row : rows) {
    CaptureStderr();
    row.write(row.message);
    EXPECT_THAT(GetCapturedStderr(), ContainsRegex(stamp + row.expected + "\n$"));
  }
}

TEST(Log, WritesNothingBelowTheLevel) {
  const struct {
    log::Level level;
    std::size_t lines;
  } rows[] = {
      {log::Level::debug, 4}, {log::Level::info, 3}, {log::Level::warn, 2}, {log::Level::error, 1}};
  for (const auto& row : rows) {
    log::set_level(row.level);
    CaptureStderr();
    log::debug("x");
    log::info("x");
    log::warn("x");
    log::error("x");
    const std::string text = GetCapturedStderr();
    EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), row.lines);
  }
}

// A process of its own each: the level is read once, by the first message.
TEST(LogDeathTest, TakesTheLevelFromTheEnvironment) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const struct {
    const char* value;
    std::string expected;
  } rows[] = {{"debug", "debug 1(.|\n)*error 4"},
              {"error", "^[^ ]+ error 4"},
              {"nonsense", "^[^ ]+ warn 3"}};
  for (const auto& row : rows) {
    EXPECT_EXIT(
        {
          ::setenv("AI_MEMORY_LOG", row.value, 1);
          log::debug("1");
          log::info("2");
          log::warn("3");
          log::error("4");
          std::_Exit(0);
        },
        testing::ExitedWithCode(0), row.expected);
  }
}

TEST(Log, WritesAlsoToAPrivateFileFromEveryThread) {
  log::set_level(log::Level::warn);
  std::string folder = (std::filesystem::temp_directory_path() / "log_test.XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const auto file = std::filesystem::path(folder) / "logs" / "ai-memory.log";
  log::also_to(file);
  CaptureStderr();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([] {
        for (int message = 0; message < 100; ++message) log::warn("from a thread");
      });
  }
  const std::string shown = GetCapturedStderr();
  const auto kept = read_file(file, 1'000'000);
  ASSERT_TRUE(kept);
  EXPECT_EQ(*kept, shown);
  EXPECT_EQ(std::count(kept->begin(), kept->end(), '\n'), 400);
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  std::filesystem::remove_all(folder);
}

TEST(Log, TellsAListenerWhatPasses) {
  log::set_level(log::Level::warn);
  std::vector<std::string> heard;
  log::also_to([&](log::Level level, std::string_view line) {
    heard.push_back((level == log::Level::error ? "E " : "W ") + std::string(line));
  });
  CaptureStderr();
  log::info("looked");
  log::warn("two\nlines");
  log::also_to(log::Listener{});
  log::error("nobody listens");
  GetCapturedStderr();
  EXPECT_THAT(heard, testing::ElementsAre("W two lines"));
}

TEST(Log, SaysWhenThereCanBeNoFile) {
  log::set_level(log::Level::warn);
  CaptureStderr();
  log::also_to("/dev/null/log");
  EXPECT_THAT(GetCapturedStderr(),
              HasSubstr("warn no log file: cannot create the folder /dev/null: Not a directory"));
}

}  // namespace
}  // namespace aim
