#include "profile/daily_log.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <ctime>

namespace aim::profile {
namespace {

using testing::EndsWith;

Time moment() {
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  return Time(std::chrono::seconds(1'762'000'000));  // 2025-11-01 12:26:40
}

std::string text_of(const std::string& content) {
  const std::string line = log_line({"fact", "manual", content}, moment());
  constexpr std::string_view before = "- **12:26:40** [fact] (manual) ";
  EXPECT_EQ(line.substr(0, before.size()), before);
  EXPECT_THAT(line, EndsWith("\n"));
  return line.substr(before.size(), line.size() - before.size() - 1);
}

std::string times(std::size_t count, std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out.append(text);
  return out;
}

TEST(DailyLog, HasOneLineForAText) {
  EXPECT_EQ(text_of("likes\n\ttea  and\u00a0cake"), "likes tea and cake");
  EXPECT_EQ(text_of(times(200, "a")), times(200, "a"));
  EXPECT_EQ(text_of(times(201, "a")), times(197, "a") + "...");
  EXPECT_EQ(text_of(times(201, "漢")), times(197, "漢") + "...");
  EXPECT_EQ(log_line({"task", "a\nb", "c"}, moment()), "- **12:26:40** [task] (a b) c\n");
}

TEST(DailyLog, CutsNoLetter) {
  const std::string accented = "e\u0301", family = "👩\u200d👩\u200d👧";
  EXPECT_EQ(text_of(times(150, accented)), times(98, accented) + "...");
  EXPECT_EQ(text_of(times(195, "a") + family + "xx"), times(195, "a") + "...");
}

}  // namespace
}  // namespace aim::profile
