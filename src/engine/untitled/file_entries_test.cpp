#include "engine/untitled/file_entries.h"

#include "base/hash.h"
#include "engine/consolidate.h"
#include "engine/duplicates/duplicates.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/untitled/entries.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

FilePart part(std::string heading, std::string content) {
  FilePart part;
  part.hash = stable_hash(content);
  part.heading = std::move(heading);
  part.content = std::move(content);
  return part;
}

class FileEntriesTest : public EngineTest {
 protected:
  // Keeps the file as these parts, in place of what it was.
  std::vector<FilePart> put(const std::string& path, std::vector<FilePart> before,
                            std::vector<FilePart> after) {
    std::vector<FileChange> changes{{path, std::move(before), std::move(after)}};
    must(keep_files(*engine_, scope_, changes, ++stamp_));
    return changes.front().after;
  }
  Strings contents() {
    Strings all;
    must(each_entry(*engine_, scope_.name_space,
                    [&](const Memory& memory) { all.push_back(memory.content); }));
    return all;
  }
  Memory memory(Key key) { return *must(get_entry(*engine_, scope_.name_space, key)); }

  FileScope scope_{"notes", "/home/u/notes"};
  std::int64_t stamp_ = 0;
};

TEST_F(FileEntriesTest, PartsKeepTheirMemories) {
  const auto first = put("a/b.md", {}, {part("A", "one"), part("B", "two"), part("B", "three")});
  const Memory made = memory(first[1].key);
  EXPECT_EQ(made.title, "a/b.md \u203a B (1)");
  EXPECT_EQ(made.source, "file-index");
  EXPECT_THAT(made.tags, ElementsAre("a/b.md"));
  EXPECT_NE(made.metadata.find("\"context\":\"Indexed from a/b.md\""), std::string::npos);
  // "one" is gone, "two" is another text under its heading, "three" stays, and one is new.
  const auto second =
      put("a/b.md", first, {part("B", "two, changed"), part("B", "three"), part("C", "new")});
  EXPECT_EQ(second[0].key, first[1].key);
  EXPECT_EQ(second[1].key, first[2].key);
  EXPECT_THAT(contents(), ElementsAre("two, changed", "three", "new"));
  EXPECT_THAT(put("a/b.md", second, {}), IsEmpty());
  EXPECT_THAT(contents(), IsEmpty());
  EXPECT_EQ(must(stamp_of(*engine_, scope_)), 3);
}

TEST_F(FileEntriesTest, AMovedFileKeepsItsMemories) {
  const auto first = put("old.md", {}, {part("", "text")});
  const auto second = put("new.md", first, {part("", "text")});
  EXPECT_EQ(second[0].key, first[0].key);
  EXPECT_EQ(memory(first[0].key).title, "new.md");
  EXPECT_THAT(memory(first[0].key).tags, ElementsAre("new.md"));
}

TEST_F(FileEntriesTest, WhatSomebodyRemovedStaysAwayUntilItChanges) {
  const auto first = put("a.md", {}, {part("A", "one"), part("B", "two")});
  ASSERT_TRUE(must(remove_entry(*engine_, scope_.name_space, first[0].key)));
  const auto second = put("a.md", first, {part("A", "one"), part("B", "two!")});
  EXPECT_EQ(second[0].key, 0);
  EXPECT_THAT(contents(), ElementsAre("two!"));
  put("a.md", second, {part("A", "one!"), part("B", "two!")});
  EXPECT_THAT(contents(), ElementsAre("two!", "one!"));
}

TEST_F(FileEntriesTest, TheSameTextInTwoFilesIsTwoMemories) {
  put("a.md", {}, {part("", "same")});
  put("b.md", {}, {part("", "same")});
  EntryDraft own;
  own.content = "same";
  own.name_space = scope_.name_space;
  own.source = "manual";
  own.apart = file_source;
  EXPECT_TRUE(must(add_entry(*engine_, own)).created);
  EXPECT_THAT(contents(), ElementsAre("same", "same", "same"));
}

TEST_F(FileEntriesTest, TheDatabaseKnowsTheFiles) {
  put("a.md", {}, {part("A", "one"), part("B", "two")});
  scope_.folder = "/elsewhere";
  const auto other = put("a.md", {}, {part("", "other")});
  EXPECT_EQ(memory(other[0].key).title, "a.md");
  scope_.folder = "/third";
  const auto third = put("a.md", {}, {part("", "third")});
  EXPECT_TRUE(memory(third[0].key).title.starts_with("a.md #"));
  scope_.folder = "/home/u/notes";
  const auto files = must(kept_files(*engine_, scope_));
  ASSERT_EQ(files.size(), 1U);
  ASSERT_EQ(files.at("a.md").size(), 2U);
  EXPECT_EQ(files.at("a.md")[1].hash, stable_hash("two"));
  EXPECT_EQ(files.at("a.md")[1].heading, "B");
}

TEST_F(FileEntriesTest, NobodyUnitesThem) {
  put("a.md", {}, {part("A", "same words"), part("B", "same words ")});
  put("b.md", {}, {part("A", "same words")});
  EXPECT_THAT(must(find_duplicates(*engine_, {})).groups, IsEmpty());
  EXPECT_THAT(must(groups_by_tag(*engine_, {"", false, 2})), IsEmpty());
}

}  // namespace
}  // namespace aim::engine
