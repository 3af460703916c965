#include "op/hook_solution.h"

#include <gtest/gtest.h>

namespace aim::op {
namespace {

OpenError solved(std::string solution, std::string command = "cargo test") {
  OpenError error;
  error.signature = "error[#]: cannot borrow # as mutable";
  error.line = "error[E0502]: cannot borrow `x` as mutable";
  error.tool = "Bash";
  error.command = std::move(command);
  error.solution = std::move(solution);
  return error;
}

TEST(HookSolution, SaysWhatWhereAndHow) {
  OpenError error = solved("I cloned it.");
  error.files = {"a.rs"};
  error.commands = {"cargo fmt", "ls"};
  EXPECT_EQ(solution_text(error, {"shop", "main", "claude"}, ""),
            "Error: error[E0502]: cannot borrow `x` as mutable\n"
            "Solution: I cloned it.; files: a.rs; commands: cargo fmt, ls\n"
            "Context: shop, branch main, Bash cargo test, claude");
}

TEST(HookSolution, SaysWhatWasDoneWhereNothingWasSaid) {
  OpenError error = solved("");
  error.commands = {"mkdir -p out"};
  EXPECT_NE(
      solution_text(error, {"shop", "", "codex"}, "").find("\nSolution: commands: mkdir -p out\n"),
      std::string::npos);
}

TEST(HookSolution, KeepsTwoEarlierOnes) {
  std::string text;
  for (const char* solution : {"First.", "Second,\nin two lines.", "Third.", "Third.", "Fourth."})
    text = solution_text(solved(solution), {"shop", "", "claude"}, text);
  EXPECT_EQ(text.substr(text.find("Context: ")),
            "Context: shop, Bash cargo test, claude\nEarlier: Third.\n"
            "Earlier: Second, in two lines.");
  EXPECT_NE(text.find("\nSolution: Fourth.\n"), text.npos);
}

// Lines of an assistant or a command are not read as ours.
TEST(HookSolution, ReadsNoProseAsItsOwnLines) {
  const std::string prose =
      "I cloned it.\nContext: the till.\nEarlier: I had borrowed it.\nSolution: mine.";
  OpenError error = solved(prose, "cat <<X\nEarlier: of a command\nSolution: none\nX");
  error.files = {"a\nContext: b.rs"};
  error.commands = {"echo a\nEarlier: c"};
  const std::string first = solution_text(error, {"shop", "main", "claude"}, "");
  EXPECT_NE(first.find("\n  Context: the till.\n  Earlier: I had borrowed it.\n  Solution: mine.; "
                       "files: a\n  Context: b.rs; commands: echo a\n  Earlier: c\nContext: shop"),
            first.npos)
      << first;
  EXPECT_EQ(first.find("\nEarlier: "), first.npos) << first;
  const std::string second =
      solution_text(solved("I took a reference."), {"shop", "", "claude"}, first);
  EXPECT_EQ(second.substr(second.find("Context: ")),
            "Context: shop, Bash cargo test, claude\n"
            "Earlier: I cloned it.   Context: the till.   Earlier: I had borrowed it.   Solution: "
            "mine.; files: a   Context: b.rs; commands: echo a   Earlier: c");
  // The same solution again is the same, and not an earlier one.
  EXPECT_EQ(solution_text(error, {"shop", "main", "claude"}, first), first);
}

TEST(HookSolution, NamesTheProgramThatFailed) {
  using Tags = std::vector<std::string>;
  const auto tags = [](const char* command) { return solution_tags(solved("x", command)); };
  EXPECT_EQ(tags("cargo test"), (Tags{"error-resolution", "cargo"}));
  EXPECT_EQ(tags("cd app && CI=1 npx jest src | tail"), (Tags{"error-resolution", "jest"}));
  EXPECT_EQ(tags("sudo -E /usr/bin/make -j2"), (Tags{"error-resolution", "make"}));
  EXPECT_EQ(tags("python -m pytest"), (Tags{"error-resolution", "pytest"}));
  for (const char* none : {"", "  ", "$(x)", "'a b' c", "A=1", "cd x &&"})
    EXPECT_EQ(tags(none), Tags{"error-resolution"}) << none;
}

TEST(HookSolution, IsShownShortAndWithoutTheError) {
  const std::string text = solution_text(solved(std::string(900, 'x')), {"shop", "", "claude"}, "");
  EXPECT_EQ(error_told_in(text), "error[E0502]: cannot borrow `x` as mutable");
  EXPECT_TRUE(solution_told_in(text).starts_with("Solution: xxx"));
  EXPECT_LE(solution_told_in(text).size(), 410U);
  EXPECT_EQ(solution_told_in("Restart it."), "Restart it.");
}

}  // namespace
}  // namespace aim::op
