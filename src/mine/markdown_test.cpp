#include "mine/markdown.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace aim::mine {
namespace {

std::vector<std::string> titles_of(const std::vector<MarkdownMemory>& memories) {
  std::vector<std::string> titles;
  for (const auto& each : memories) titles.push_back(each.title);
  return titles;
}
using Titles = std::vector<std::string>;
using Tags = std::vector<std::string>;

TEST(Markdown, GivesAMemoryASection) {
  const auto memories = memories_of_markdown("MEMORY.md",
                                             "Before any heading.\n"
                                             "# Shop\n"
                                             "\n"
                                             "About the shop.\n"
                                             "## Build\n"
                                             "With cmake.\n"
                                             "```\n"
                                             "# no heading\n"
                                             "- no item\n"
                                             "```\n"
                                             "### Release ###\n"
                                             "By hand. #release\n"
                                             "## Empty\n");
  EXPECT_EQ(titles_of(memories), (Titles{"MEMORY", "Shop", "Build", "Build \u203a Release"}));
  EXPECT_EQ(memories[2].content, "With cmake.\n```\n# no heading\n- no item\n```");
  EXPECT_EQ(memories[2].line_from, 6U);
  EXPECT_EQ(memories[2].line_to, 10U);
  EXPECT_EQ(memories[3].tags, (Tags{"memory", "release"}));
}

TEST(Markdown, GivesAMemoryAnItem) {
  const auto memories = memories_of_markdown("NOTES.md",
                                             "# Notes\n"
                                             "## Rules\n"
                                             "These hold:\n"
                                             "- [ ] Use tabs\n"
                                             "  - nested stays\n"
                                             "- [x] Done thing\n"
                                             "  continued\n"
                                             "3. Numbered\n"
                                             "## Prose\n"
                                             "- a single item is no list\n");
  EXPECT_EQ(titles_of(memories), (Titles{"Rules \u203a Use tabs", "Rules \u203a Done thing",
                                         "Rules \u203a Numbered", "Prose"}));
  EXPECT_EQ(memories[0].content, "Use tabs\n  - nested stays");
  EXPECT_EQ(memories[0].tags, (Tags{"open", "notes"}));
  EXPECT_EQ(memories[1].content, "Done thing\n  continued");
  EXPECT_EQ(memories[1].tags.front(), "done");
  EXPECT_EQ(memories[2].content, "Numbered");
}

TEST(Markdown, KeepsADecisionRecordWhole) {
  const std::string record =
      "# Use a queue\n\n## Status\n\nAccepted\n\n## Context\n\nMail is slow.\n\n## Decision\n\nA "
      "queue.\n";
  for (const std::string_view path :
       {"docs/ADR-001-queue.md", "docs/adr/0001-queue.md", "elsewhere/queue.md"}) {
    const auto memories = memories_of_markdown(path, record);
    ASSERT_EQ(memories.size(), 1U) << path;
    EXPECT_EQ(memories[0].title, "Use a queue");
    EXPECT_EQ(memories[0].category, "decision");
    EXPECT_EQ(memories[0].band, Band::high);
    EXPECT_EQ(memories[0].tags.front(), "adr");
    EXPECT_NE(memories[0].content.find("## Decision\nA queue."), std::string::npos);
  }
  const auto old =
      memories_of_markdown("ADR-2.md", "# Old\n## Status\nSuperseded by 3\n## Decision\nX\n");
  EXPECT_EQ(old[0].band, Band::low);
  EXPECT_EQ(old[0].tags, (Tags{"adr", "superseded", "adr-2"}));
  const auto large =
      memories_of_markdown("ADR-3.md", "# Large\n## Status\nAccepted\n## Context\n" +
                                           std::string(9'000, 'x') + "\n## Decision\nShort.\n");
  EXPECT_EQ(titles_of(large), (Titles{"Large \u203a Decision", "Large \u203a Context"}));
}

TEST(Markdown, SplitsLongSectionsAtParagraphs) {
  std::string text = "# Long\n## Part\n";
  for (int i = 0; i < 30; ++i) text += std::string(300, 'a') + "\n\n";
  const auto memories = memories_of_markdown("x.md", text);
  ASSERT_GE(memories.size(), 3U);
  std::size_t bytes = 0;
  for (const auto& each : memories) {
    EXPECT_LE(each.content.size(), 4'000U);
    EXPECT_NE(each.title.find("/" + std::to_string(memories.size()) + ")"), std::string::npos);
    bytes += static_cast<std::size_t>(std::ranges::count(each.content, 'a'));
  }
  EXPECT_EQ(bytes, 9'000U);
}

// Nothing is lost, however long a paragraph or an item is.
TEST(Markdown, SplitsWhatHasNoParagraphs) {
  const std::string words = [] {
    std::string text;
    while (text.size() < 100'000) text += "aaaa ";
    return text;
  }();
  const auto held = [](const std::vector<MarkdownMemory>& memories, std::size_t most) {
    std::size_t letters = 0;
    for (const auto& each : memories) {
      EXPECT_LE(each.content.size(), most);
      letters += static_cast<std::size_t>(std::ranges::count(each.content, 'a'));
    }
    return letters;
  };
  EXPECT_EQ(held(memories_of_markdown("x.md", "# H\n\n" + words), 4'000), 80'000U);
  EXPECT_EQ(held(memories_of_markdown("x.md", "# H\n" + std::string(70'000, 'a')), 4'000), 70'000U);
  EXPECT_EQ(held(memories_of_markdown("x.md", "# H\n- " + words + "\n- b\n"), 65'536), 80'000U);
  EXPECT_EQ(held(memories_of_markdown("ADR-1.md", "# R\n\n## Decision\n" + words), 65'536),
            80'000U);
  const auto one = memories_of_markdown("x.md", "# H\n\n" + std::string(4'000, '\n') + "a\n");
  EXPECT_EQ(titles_of(one), (Titles{"H"}));
}

TEST(Markdown, ReadsFrontMatter) {
  const auto memories = memories_of_markdown(
      "n.md",
      "---\ntitle: Named\ntags: [auth, db]\npriority: high\ncategory: preference\n---\nText.\n");
  ASSERT_EQ(memories.size(), 1U);
  EXPECT_EQ(memories[0].title, "Named");
  EXPECT_EQ(memories[0].tags, (Tags{"auth", "db", "n"}));
  EXPECT_EQ(memories[0].band, Band::high);
  EXPECT_EQ(memories[0].category, "preference");
  EXPECT_EQ(memories[0].line_from, 7U);
}

TEST(Markdown, KeepsIdentitiesApart) {
  const auto memories = memories_of_markdown("n.md", "# A\none\n# A\ntwo\n");
  ASSERT_EQ(memories.size(), 2U);
  EXPECT_NE(memories[0].identity, memories[1].identity);
  EXPECT_EQ(memories_of_markdown("n.md", "# A\nother\n# A\ntwo\n")[0].identity,
            memories[0].identity);
}

TEST(Markdown, TakesAnyText) {
  EXPECT_TRUE(memories_of_markdown("x.md", "").empty());
  EXPECT_TRUE(memories_of_markdown("x.md", "#\n##\n\n- \n").size() <= 1);
  EXPECT_TRUE(memories_of_markdown("", "---\n").size() <= 1);
  EXPECT_EQ(memories_of_markdown("x.md", "```\nnever closed\n# x\n").size(), 1U);
}

TEST(Markdown, KnowsWhichFilesHoldMemories) {
  EXPECT_TRUE(is_memory_file("", "MEMORY.md"));
  EXPECT_TRUE(is_memory_file("", "notes.MD"));
  EXPECT_TRUE(is_memory_file("docs", "ADR-001-x.md"));
  EXPECT_TRUE(is_memory_file(".claude", "a.md"));
  EXPECT_FALSE(is_memory_file(".claude", "CLAUDE.md"));
  EXPECT_FALSE(is_memory_file("", "README.md"));
  EXPECT_FALSE(is_memory_file("docs", "MEMORY.md"));
  EXPECT_FALSE(is_memory_file("", "MEMORY.txt"));
}

}  // namespace
}  // namespace aim::mine
