#include "profile/memory_commands.h"

#include <gmock/gmock.h>

namespace aim::profile::memory_command {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr;

class MemoryCommands : public ::testing::Test {
 protected:
  static std::string said(const Result<std::string>& answer) {
    return answer ? *answer : "failed: " + answer.error().message;
  }
  std::vector<std::string> paths() const {
    std::vector<std::string> all;
    for (const auto& [path, file] : files_) all.push_back(path);
    return all;
  }
  op::MemoryFiles files_{{"/memories/a.md", {"one\ntwo\nthree\n", 1}},
                         {"/memories/notes/b.txt", {"b", 2}},
                         {"/memories/notes/deep/er/c.txt", {std::string(2'048, 'c'), 3}},
                         {"/memories/.hidden", {"h", 4}}};
};

TEST_F(MemoryCommands, ViewAFolder) {
  EXPECT_EQ(said(view(files_, "/memories", {})),
            "Here're the files and directories up to 2 levels deep in /memories, excluding hidden "
            "items and node_modules:\n2.0K\t/memories\n14B\t/memories/a.md\n2.0K\t/memories/notes\n"
            "1B\t/memories/notes/b.txt\n2K\t/memories/notes/deep");
  EXPECT_THAT(said(view({}, "/memories", {})), HasSubstr("\n0B\t/memories"));
  EXPECT_EQ(said(view(files_, "/memories/x", {})),
            "failed: The path /memories/x does not exist. Please provide a valid path.");
}

TEST_F(MemoryCommands, ViewAFile) {
  EXPECT_EQ(
      said(view(files_, "/memories/a.md", {})),
      "Here's the content of /memories/a.md with line numbers:\n     1\tone\n     2\ttwo\n     "
      "3\tthree");
  EXPECT_EQ(said(view(files_, "/memories/a.md", LineRange{2, -1})),
            "Here's the content of /memories/a.md with line numbers:\n     2\ttwo\n     3\tthree");
  EXPECT_THAT(said(view(files_, "/memories/a.md", LineRange{4, 5})), HasSubstr("[1, 3]"));
}

TEST_F(MemoryCommands, Create) {
  EXPECT_EQ(said(create(files_, "/memories/new", "x")),
            "File created successfully at: /memories/new");
  EXPECT_EQ(said(create(files_, "/memories/a.md", "x")),
            "failed: Error: File /memories/a.md already exists");
  EXPECT_THAT(said(create(files_, "/memories/notes", "x")), HasSubstr("already exists"));
  EXPECT_THAT(said(create(files_, "/memories/a.md/below", "x")), HasSubstr("already exists"));
  EXPECT_EQ(files_.at("/memories/a.md").text, "one\ntwo\nthree\n");
}

TEST_F(MemoryCommands, ReplaceATextThatOccursOnce) {
  EXPECT_EQ(said(replace(files_, "/memories/a.md", "two", "2")),
            "The memory file has been edited. Here is the snippet showing the change (with line "
            "numbers):\n     1\tone\n     2\t2\n     3\tthree");
  EXPECT_EQ(said(replace(files_, "/memories/a.md", "four", "4")),
            "failed: No replacement was performed, old_str `four` did not appear verbatim in "
            "/memories/a.md.");
  EXPECT_EQ(said(replace(files_, "/memories/a.md", "e", "E")),
            "failed: No replacement was performed. Multiple occurrences of old_str `e` in lines: "
            "1, 3, 3. Please ensure it is unique");
  EXPECT_THAT(said(replace(files_, "/memories/notes", "b", "")), HasSubstr("does not exist"));
  EXPECT_THAT(said(replace(files_, "/memories/a.md", "", "x")), HasSubstr("No replacement"));
}

TEST_F(MemoryCommands, InsertALine) {
  EXPECT_EQ(said(insert(files_, "/memories/a.md", 0, "zero\n")),
            "The file /memories/a.md has been edited.");
  EXPECT_EQ(said(insert(files_, "/memories/a.md", 4, "four")),
            "The file /memories/a.md has been edited.");
  EXPECT_EQ(files_.at("/memories/a.md").text, "zero\none\ntwo\nthree\nfour\n");
  EXPECT_EQ(said(insert(files_, "/memories/a.md", 6, "x")),
            "failed: Error: Invalid `insert_line` parameter: 6. It should be within the range of "
            "lines of the file: [0, 5]");
  EXPECT_EQ(said(insert(files_, "/memories/notes/b.txt", 1, "c")),
            "The file /memories/notes/b.txt has been edited.");
  EXPECT_EQ(files_.at("/memories/notes/b.txt").text, "b\nc\n");
  files_["/memories/empty"].text = "";
  EXPECT_TRUE(insert(files_, "/memories/empty", 0, "x"));
  EXPECT_EQ(files_.at("/memories/empty").text, "x\n");
}

TEST_F(MemoryCommands, RemoveAFolderWithAllBelowIt) {
  EXPECT_EQ(said(remove(files_, "/memories/notes")), "Successfully deleted /memories/notes");
  EXPECT_THAT(paths(), ElementsAre("/memories/.hidden", "/memories/a.md"));
  EXPECT_EQ(said(remove(files_, "/memories/notes")),
            "failed: Error: The path /memories/notes does not exist");
  EXPECT_THAT(said(remove(files_, "/memories")), HasSubstr("Cannot delete"));
}

TEST_F(MemoryCommands, RenameKeepsTheMemory) {
  EXPECT_EQ(said(rename(files_, "/memories/notes", "/memories/old/notes")),
            "Successfully renamed /memories/notes to /memories/old/notes");
  EXPECT_EQ(files_.at("/memories/old/notes/b.txt").key, 2);
  EXPECT_EQ(said(rename(files_, "/memories/old", "/memories/a.md")),
            "failed: Error: The destination /memories/a.md already exists");
  EXPECT_EQ(files_.at("/memories/old/notes/b.txt").key, 2);
  EXPECT_EQ(said(rename(files_, "/memories/nope", "/memories/x")),
            "failed: Error: The path /memories/nope does not exist");
  EXPECT_THAT(said(rename(files_, "/memories/old", "/memories/old/x")), HasSubstr("Cannot rename"));
}

TEST(MemoryPaths, StayBelowTheFolder) {
  for (const char* good : {"/memories", "/memories/", "/memories/a b/ü.md", "/memories/..a"})
    EXPECT_TRUE(checked_path(good)) << good;
  for (const char* bad : {"", "/", "memories/a", "/memoriesx", "/memories/../etc/passwd",
                          "/memories/a/..", "/memories/./a", "/memories//a", "/memories/%2e%2e/x",
                          "/memories/..%2fx", "/memories/%252e%252e/x", "/memories\\..\\x",
                          "/memories/..\\x", "/etc/passwd", "/memories/a\nb", "../memories/a"})
    EXPECT_FALSE(checked_path(bad)) << bad;
}

}  // namespace
}  // namespace aim::profile::memory_command
