#include <gtest/gtest.h>

#include "capture/error_signature.h"
#include "cli/hosts.h"

namespace aim::cli {
namespace {

const std::string ends = "Exit Code: 1\nSignal: (none)\nProcess Group PGID: 4711";

TEST(ToolOutput, LosesWhatGeminiWritesAroundIt) {
  EXPECT_EQ(without_labels("Output: error: no\nExit Code: 1"), "error: no\nExit Code: 1");
  EXPECT_EQ(without_labels("Output: a\nError: of the tool\n" + ends),
            "a\nError: of the tool\n" + ends)
      << "what the tool printed stays";
  EXPECT_EQ(without_labels("Output: (empty)\nError: spawn x ENOENT\n" + ends),
            "spawn x ENOENT\n" + ends);
  EXPECT_EQ(without_labels("Output: (empty)"), "");
}

TEST(ToolOutput, LosesWhatOlderVersionsWriteToo) {
  EXPECT_EQ(without_labels(
                "Command: grep 'error:' a\nDirectory: (root)\nOutput: b\nError: (none)\n" + ends),
            "b\n" + ends);
  EXPECT_EQ(without_labels("Command: cat <<E\nerror: x\nE\nDirectory: src\nStdout: a\nError: b\n"
                           "Stderr: (empty)\nError: spawn\n" +
                           ends),
            "a\nError: b\nspawn\n" + ends);
  EXPECT_EQ(without_labels("Command: a\nDirectory: (root)\nStdout: (empty)\nStderr: fatal: no\n"
                           "Error: (none)\n" +
                           ends),
            "fatal: no\n" + ends);
}

TEST(ToolOutput, LosesWhatIsSetAroundIt) {
  EXPECT_EQ(
      without_labels("<untrusted_context>\nOutput: error: no\nExit Code: 1\n</untrusted_context>"),
      "error: no\nExit Code: 1");
  EXPECT_EQ(without_labels("<untrusted_context>\nhalf"), "<untrusted_context>\nhalf");
  EXPECT_EQ(without_labels("error: no\n<shellId: 7 completed with exit code 2>"), "error: no\n");
  EXPECT_EQ(without_labels("<shellId: 7 completed with exit code 0>"), "");
}

TEST(ToolOutput, LosesTheLineThatSaysItFailed) {
  EXPECT_EQ(without_labels("Exit code 101\nerror[E0502]: x"), "error[E0502]: x");
  EXPECT_EQ(without_labels("Error: Exit code 1"), "");
  EXPECT_EQ(without_labels("Command exited with non-zero status code 2\nfatal: x"), "fatal: x");
}

TEST(ToolOutput, OtherwiseStaysAsItIs) {
  for (const char* text : {"", "\n", "Error: Cannot find module 'x'", "Exit code 1 was expected",
                           "Command: nothing of a folder", "a\nOutput: b", "Exit code "})
    EXPECT_EQ(without_labels(text), text);
}

TEST(ToolOutput, GivesTheSameSignatureInEveryHost) {
  const std::string error = "Error: Cannot find module './a'\n    at x (a.js:1:2)";
  const auto signature = error_in(error)->signature;
  for (const std::string& text :
       {"Output: " + error + "\n" + ends, "Exit code 1\n" + error,
        "Command: node error:\nDirectory: (root)\nOutput: " + error + "\nError: (none)\n" + ends})
    EXPECT_EQ(error_in(without_labels(text))->signature, signature) << text;
}

}  // namespace
}  // namespace aim::cli
