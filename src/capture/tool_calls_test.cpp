#include "capture/tool_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aim::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ToolCalls, NameFilesAndCommands) {
  const auto edit = tool_calls("Edit\n/home/x/shop/src/cart.cpp\n{\"old_string\":\"Bash\"}");
  ASSERT_EQ(edit.size(), 1U);
  EXPECT_EQ(edit[0].kind, ToolKind::edit);
  EXPECT_THAT(edit[0].files, ElementsAre("/home/x/shop/src/cart.cpp"));
  const auto run = tool_calls("Bash\nmake test\nmake install\n{\"timeout\":5}");
  ASSERT_EQ(run.size(), 1U);
  EXPECT_EQ(run[0].command, "make test\nmake install");
  EXPECT_THAT(run[0].files, IsEmpty());
  EXPECT_EQ(tool_calls("str_replace_editor\n/a.py\nview")[0].kind, ToolKind::read);
  EXPECT_THAT(tool_calls("edit_file\n{\"target_file\":\"src/a.ts\",\"x\":1}")[0].files,
              ElementsAre("src/a.ts"));
}

TEST(ToolCalls, ReadPatches) {
  const auto patch = tool_calls(
      "shell\napply_patch *** Begin Patch\n*** Update File: src/a.cpp\n+x\n*** Add File: b.h\n");
  ASSERT_EQ(patch.size(), 1U);
  EXPECT_EQ(patch[0].kind, ToolKind::edit);
  EXPECT_THAT(patch[0].files, ElementsAre("src/a.cpp", "b.h"));
  EXPECT_THAT(tool_calls("apply_patch\n*** Begin Patch\n*** Delete File: c.h")[0].files,
              ElementsAre("c.h"));
}

TEST(ToolCalls, SeveralOfOneMessage) {
  const auto calls = tool_calls("read_file\n/a.md\nwrite_file\n/b.md\n{\"content\":\"x\"}");
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0].kind, ToolKind::read);
  EXPECT_THAT(calls[1].files, ElementsAre("/b.md"));
}

TEST(ToolCalls, OfOneMessageDoNotSwallowEachOther) {
  const auto plain = tool_calls("Bash\nmake\nread\n{}\nEdit\n/a/one.cpp\n{\"x\":1}\nBash\nls");
  ASSERT_EQ(plain.size(), 3U);
  EXPECT_EQ(plain[0].command, "make\nread");
  EXPECT_THAT(plain[1].files, ElementsAre("/a/one.cpp"));
  EXPECT_EQ(plain[2].command, "ls");
  const auto cut = tool_calls("Bash\ncat <<E\n… (5000 bytes more)\nWrite\n/b");
  ASSERT_EQ(cut.size(), 2U);
  EXPECT_THAT(cut[1].files, ElementsAre("/b"));
  const auto others = tool_calls("TodoWrite\n{\"todos\":[]}\nBash\nls\n{}\nGlob\n/c\n{}\nEdit\n/d");
  ASSERT_EQ(others.size(), 2U);
  EXPECT_EQ(others[0].command, "ls");
  EXPECT_THAT(others[1].files, ElementsAre("/d"));
  EXPECT_THAT(tool_calls("mcp__files__write_file\n/e")[0].files, ElementsAre("/e"));
}

TEST(ToolCalls, OfGooseAndAntigravity) {
  const auto written = tool_calls("developer__text_editor\n/a/one.cpp\nwrite\n{\"file_text\":1}");
  ASSERT_EQ(written.size(), 1U);
  EXPECT_EQ(written[0].kind, ToolKind::edit);
  EXPECT_THAT(written[0].files, ElementsAre("/a/one.cpp"));
  const auto viewed = tool_calls("developer__text_editor\n/a/one.cpp\nview");
  ASSERT_EQ(viewed.size(), 1U);
  EXPECT_EQ(viewed[0].kind, ToolKind::read);
  EXPECT_THAT(tool_calls("replace_file_content\n/b.md\n{}")[0].files, ElementsAre("/b.md"));
  EXPECT_EQ(tool_calls("run_command\nmake\n{\"Cwd\":\"/a\"}")[0].command, "make");
}

TEST(ToolCalls, AreNoneInResults) {
  for (const char* text : {"", "ok\n/home/x/a.cpp", "total 4\nBash\nmake", "my_tool\n/a.cpp"})
    EXPECT_THAT(tool_calls(text), IsEmpty()) << text;
}

TEST(ToolCalls, MeanTheSameFile) {
  EXPECT_TRUE(is_file_of("/home/x/shop/src/cart.cpp", "src/cart.cpp"));
  EXPECT_TRUE(is_file_of("src/cart.cpp", "/home/x/shop/src/cart.cpp"));
  EXPECT_TRUE(is_file_of("src/cart.cpp", "./src/cart.cpp"));
  EXPECT_FALSE(is_file_of("/home/x/shop/src/cart.cpp", "art.cpp"));
  EXPECT_FALSE(is_file_of("/home/x/shop/src/cart.cpp", "/home/y/shop/src/cart.cpp"));
}

TEST(ToolCalls, SayThatTheyFailed) {
  EXPECT_TRUE(is_failed_result("Exit code 1\nFAILED tests"));
  EXPECT_TRUE(is_failed_result("{\"output\":\"x\",\"metadata\":{\"exit_code\":2}}"));
  EXPECT_FALSE(is_failed_result("Exit code 0\nall is well"));
  EXPECT_FALSE(is_failed_result("3 passed"));
}

}  // namespace
}  // namespace aim::testing
