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

TEST(Resolution, IsJudgedByWhatHappensAndNotByTurnsOfPhrase) {
  const auto ends = [](const char* complaint, const SessionEvent& last) {
    std::vector<OpenError> open;
    (void)follow(open, {Kind::prompt, complaint, "", "", "", false}, 1);
    EXPECT_FALSE(open.empty()) << complaint;
    (void)follow(open, {Kind::said, "I changed the path.", "", "", "", false}, 1);
    return follow(open, last, 2).resolved.has_value();
  };
  const auto said = [](const char* text) {
    return SessionEvent{Kind::prompt, text, "", "", "", false};
  };
  const char* crash = "TypeError: Cannot read properties of undefined (reading 'id')";
  for (const char* yes : {"that did it", "works now, thanks", "at last, the page is there again",
                          "läuft wieder", "ya funciona", "ça marche", "好了，谢谢"})
    EXPECT_TRUE(ends(crash, said(yes))) << yes;
  for (const char* no :
       {"does it work now?", "it still doesn't work", "same error", "I'll try it tomorrow",
        "geht immer noch nicht", "sigue igual", "toujours pareil", "还是不行"})
    EXPECT_FALSE(ends(crash, said(no))) << no;
}

TEST(Resolution, AllOfACheckProvesAPartOfIt) {
  const auto ends = [](const char* failed, const char* passes) {
    std::vector<OpenError> open;
    (void)follow(open, ran(failed, "E   AssertionError: assert 19 == 7\n1 failed", true), 1);
    (void)follow(open, {Kind::tool, "", "Edit", "", "tax.py", false}, 1);
    return follow(open, ran(passes, "......\n6 passed", false), 1).resolved.has_value();
  };
  EXPECT_TRUE(ends("pytest tests/test_tax.py", "pytest -q"));
  EXPECT_TRUE(ends("pytest -q", "pytest"));
  EXPECT_TRUE(ends("python -m pytest tests/test_tax.py -v", "python -m pytest"));
  EXPECT_TRUE(ends("npm test -- tax", "npm test"));
  EXPECT_FALSE(ends("pytest", "pytest -k other")) << "a part proves not all";
}

TEST(Resolution, OtherChecksAndMaskedOnesProveNothing) {
  const auto ends = [](const SessionEvent& last) {
    std::vector<OpenError> open;
    (void)follow(open, ran("pytest -q", "E   AssertionError: assert 2 == 3\n1 failed", true), 1);
    (void)follow(open, {Kind::said, "Off by one, fixed.", "", "", "", false}, 1);
    return follow(open, last, 1).resolved.has_value();
  };
  EXPECT_TRUE(ends(ran("pytest -q", "12 passed in 0.3s", false)));
  EXPECT_FALSE(ends(ran("pytest -q || true", "1 failed", false)));
  EXPECT_FALSE(ends(ran("ls", "a.py", false)));
  EXPECT_FALSE(ends(ran("pytest -q", "E   KeyError: 'id'\n1 failed", true)));
}

}  // namespace
}  // namespace aim
