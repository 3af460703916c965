#include "capture/error_progress.h"

#include <gtest/gtest.h>

namespace aim {
namespace {

using Kind = SessionEvent::Kind;

SessionEvent ran(std::string command, std::string text, bool failed) {
  return {Kind::tool, std::move(text), "Bash", std::move(command), "", failed};
}

TEST(Resolution, GoesFromAnErrorToWhatSolvedIt) {
  std::vector<OpenError> open;
  EXPECT_TRUE(follow(open, ran("make", "a.c:1: error: x", true), 1).opened);
  EXPECT_FALSE(follow(open, ran("make", "/x/a.c:7: error: x", true), 1).opened) << "the same one";
  (void)follow(open, {Kind::said, "I added it.", "", "", "", false}, 1);
  (void)follow(open, ran("vi", "", false), 1);
  const auto resolved = follow(open, ran(" make ", "ok", false), 1).resolved;
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->solution, "I added it.");
  EXPECT_EQ(resolved->commands, std::vector<std::string>{"vi"});
  EXPECT_TRUE(open.empty());
}

TEST(Resolution, WantsSomethingDoneAndForgets) {
  std::vector<OpenError> open;
  (void)follow(open, ran("make", "error: x", true), 1);
  EXPECT_FALSE(follow(open, ran("make", "ok", false), 1).resolved) << "nothing was done about it";
  for (int i = 0; i < 9; ++i)
    (void)follow(
        open,
        ran("c" + std::to_string(i), "error: " + std::string(1, static_cast<char>('a' + i)), true),
        1);
  EXPECT_EQ(open.size(), max_open_errors);
  (void)follow(open, ran("ls", "", false), 100);
  EXPECT_TRUE(open.empty()) << "after fifty prompts";
}

}  // namespace
}  // namespace aim
