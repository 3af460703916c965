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

TEST(DailyLog, KnowsItsOwnLines) {  // K4
  const std::string path = "memory/2026-11-21.md";
  std::string line = log_line({"fact", "man) (ual", "text"}, Time{});
  line.pop_back();
  EXPECT_TRUE(is_own_log_line(path, line));
  EXPECT_TRUE(is_own_log_line(path, "# Daily Log - 2026-11-21"));
  for (const std::string_view other :
       {"- **14:03:07** a note", "- **14:03** [fact] (manual) text",
        "- **14:03:07** [] (manual) text", "# Daily Log", "text", ""})
    EXPECT_FALSE(is_own_log_line(path, other)) << other;
  for (const std::string_view file : {"2026-11-21.md", "memory/2026-11-21.md.md", "memory/notes.md",
                                      "x/memory/2026-11-21.md", "memory/2026-11-2x.md"})
    EXPECT_FALSE(is_own_log_line(file, line)) << file;
}

}  // namespace
}  // namespace aim::profile
