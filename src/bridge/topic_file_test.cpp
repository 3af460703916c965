#include "bridge/topic_file.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace aim::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Dropped = std::map<std::string, std::string>;

Fact fact(std::string title, std::string content) {
  Fact fact;
  fact.id = "0193aaaa-0000-4000-8000-0000000000ab";
  fact.title = std::move(title);
  fact.content = std::move(content);
  fact.description = "about it";
  return fact;
}

TEST(TopicFile, IsReadAsItWasWritten) {
  for (const std::string title :
       {"Deploys", "rule: use \"tabs\"", "[draft] it's", "#1", "来週", "say \"it's\""}) {
    const FileFact item = read_topic("x.md", new_topic(fact(title, "line\n\n# Heading\n- item")));
    EXPECT_EQ(item.title, title);
    EXPECT_EQ(item.content, "line\n\n# Heading\n- item");
    EXPECT_EQ(item.description, "about it");
    EXPECT_EQ(item.type, "project");
  }
}

TEST(TopicFile, AChangeLeavesTheRest) {
  const std::string text =
      "---\nname: old\nowner: ann\nmetadata:\n  type: feedback\n---\n\nRule.\n\n**Why:** x\n\n";
  EXPECT_EQ(read_topic("x.md", text).type, "feedback");
  EXPECT_EQ(changed_topic(text, fact("old", "Other rule."), true),
            "---\nname: old\nowner: ann\nmetadata:\n  type: feedback\n---\n\nOther rule.\n\n");
  EXPECT_EQ(
      changed_topic(text, fact("new", "Rule.\n\n**Why:** x"), false),
      "---\nname: new\nowner: ann\nmetadata:\n  type: feedback\n---\n\nRule.\n\n**Why:** x\n\n");
  EXPECT_EQ(changed_topic("no head", fact("t", "other"), true), "other\n");
}

TEST(TopicFile, NamesOfFiles) {
  EXPECT_EQ(file_name_for("Deploy only on Tuesdays!", "id"), "deploy-only-on-tuesdays.md");
  EXPECT_EQ(file_name_for("来週", "0193aaaa-0000-4000-8000-0000000000ab"), "memory-000000ab.md");
  EXPECT_EQ(file_name_for("MEMORY", "id"), "memory-file.md");
  EXPECT_EQ(file_name_for("../../etc/passwd", "id"), "etc-passwd.md");
}

TEST(TopicFile, NewLinesComeBehindTheOthers) {
  Dropped dropped;
  const std::string text = "# Memory\n\n- [Own words](a.md) — of a person\n\nNotes.\n";
  EXPECT_EQ(indexed(text, {{"b.md", "B", "about b"}, {"a.md", "A", ""}}, {}, dropped),
            "# Memory\n\n- [Own words](a.md) — of a person\n- [B](b.md) — about b\n\nNotes.\n");
  EXPECT_EQ(indexed(text, {}, {"a.md"}, dropped), "# Memory\n\n\nNotes.\n");
  EXPECT_EQ(indexed("", {{"b.md", "B", ""}}, {}, dropped), "- [B](b.md)\n");
}

TEST(TopicFile, AnIndexThatIsTooLongLosesTheLeastUsed) {
  std::string text = "# Memory\n";
  std::vector<IndexEntry> entries;
  for (int i = 0; i < 300; ++i) {
    const std::string file = "f" + std::to_string(i) + ".md";
    entries.push_back({file, "T", ""});
    if (i >= 150)
      text.append("- [Own words](" + file + ") — kept\n");
  }
  Dropped dropped;
  const std::string out = indexed(text, entries, {}, dropped);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 200);
  EXPECT_THAT(out, HasSubstr("(f0.md)"));
  EXPECT_THAT(out, HasSubstr("(f198.md)"));
  EXPECT_THAT(out, Not(HasSubstr("(f199.md)")));
  EXPECT_EQ(dropped.size(), 101u);
  // With room again, their own words come back.
  entries.resize(200);
  entries.erase(entries.begin(), entries.begin() + 2);
  const std::string again = indexed("# Memory\n", entries, {}, dropped);
  EXPECT_THAT(again, HasSubstr("- [Own words](f199.md) — kept"));
}

TEST(TopicFile, FactsInTheIndexItself) {
  const FileFacts items = facts_of_index(
      "- [A](a.md)\n\n## Build\n\nWith cmake.\n\n## Index\n- [B](b.md) — b\n\n```\n## no "
      "heading\n```\n");
  std::vector<std::string> names;
  for (const auto& [name, item] : items) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("MEMORY.md#Build", "MEMORY.md#Index"));
  EXPECT_EQ(items.at("MEMORY.md#Build").content, "With cmake.");
  EXPECT_TRUE(items.at("MEMORY.md#Build").read_only);
}

}  // namespace
}  // namespace aim::bridge
