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

TEST(HookSolution, KeepsTwoEarlierOnes) {
  std::string text;
  for (const char* solution : {"First.", "Second,\nin two lines.", "Third.", "Third.", "Fourth."})
    text = solution_text(solved(solution), {"shop", "", "claude"}, text);
  EXPECT_EQ(text.substr(text.find("Context: ")),
            "Context: shop, Bash cargo test, claude\nEarlier: Third.\n"
            "Earlier: Second, in two lines.");
  EXPECT_NE(text.find("\nSolution: Fourth.\n"), text.npos);
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

}  // namespace
}  // namespace aim::op
