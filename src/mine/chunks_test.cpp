#include "mine/chunks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/utf8.h"

namespace aim::mine {
namespace {

std::string paragraph(const std::string& word, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += word + " ";
  return text + "\n";
}

std::string sections(std::size_t count, std::size_t bytes) {
  std::string text = "# Book\n\n";
  for (std::size_t at = 0; at < count; ++at)
    text += "## Part " + std::to_string(at) + "\n\n" + paragraph("w" + std::to_string(at), bytes) +
            "\n";
  return text;
}

// All of the text, in order; each short enough; the path of headings before each but the first.
void expect_whole(const std::vector<Chunk>& chunks, const std::string& text) {
  std::string all;
  for (const Chunk& each : chunks) {
    EXPECT_LE(each.content.size(), max_chunk_bytes);
    EXPECT_TRUE(utf8::is_valid(each.content));
    const bool path = &each != &chunks.front() && !each.heading.empty();
    EXPECT_TRUE(!path || each.content.starts_with(each.heading + "\n"));
    all += each.content.substr(path ? each.heading.size() + 1 : 0);
  }
  EXPECT_EQ(all, text);
}

std::unordered_set<std::uint64_t> sources(const std::vector<Chunk>& chunks) {
  std::unordered_set<std::uint64_t> all;
  for (const Chunk& each : chunks) all.insert(each.source);
  return all;
}

TEST(Chunks, AShortFileIsOne) {
  const auto chunks = chunks_of_markdown("\n# Title\n\ntext\n");
  ASSERT_EQ(chunks.size(), 1U);
  EXPECT_EQ(chunks[0].content, "\n# Title\n\ntext\n");
  EXPECT_EQ(chunks[0].heading, "Title");
  EXPECT_EQ(chunks[0].line_from, 1U);
  EXPECT_EQ(chunks[0].line_to, 4U);
  EXPECT_TRUE(chunks_of_markdown(" \n\t\n").empty());
  EXPECT_EQ(chunks_of_markdown("x").front().heading, "");
}

TEST(Chunks, SectionsAreJoinedWhileTheyFit) {
  const std::string text = sections(20, 900);
  const auto chunks = chunks_of_markdown(text);
  expect_whole(chunks, text);
  EXPECT_EQ(chunks.size(), 5U);
  EXPECT_EQ(chunks[1].heading, "Book \u203a Part 4");
  EXPECT_EQ(chunks[1].line_from, 19U);
}

TEST(Chunks, LongSectionsAreCutAtParagraphsLinesAndCharacters) {
  std::string text = "# Long\n\n";
  for (int at = 0; at < 5; ++at) text += paragraph("p", 1'500) + "\n";
  for (int at = 0; at < 9; ++at) text += paragraph("line", 900);
  for (int at = 0; at < 9'000; ++at) text += "\u6f22";
  expect_whole(chunks_of_markdown(text), text);
}

TEST(Chunks, AFenceThatFitsIsNotCut) {
  std::string fence = "```\n";
  for (int at = 0; at < 30; ++at) fence += "# code\n\n" + paragraph("c", 80);
  fence += "```\n";
  const std::string text =
      "# A\n\n" + paragraph("a", 2'500) + "\n" + fence + "\n" + paragraph("b", 2'500);
  const auto chunks = chunks_of_markdown(text);
  expect_whole(chunks, text);
  EXPECT_TRUE(std::any_of(chunks.begin(), chunks.end(), [&](const Chunk& each) {
    return each.content.find(fence) != std::string::npos;
  }));
}

TEST(Chunks, AChangeInTheMiddleLeavesTheOthers) {
  const std::string text = sections(80, 700);
  const auto old = chunks_of_markdown(text);
  ASSERT_GT(old.size(), 12U);
  for (const std::string& change : {std::string("w40 "), std::string("## Part 40\n\n")}) {
    for (const std::string& by :
         {std::string(), std::string("## New\n\nmore and more\n\n") + change}) {
      std::string changed = text;
      changed.replace(changed.find(change), change.size(), by);
      const auto fresh = chunks_of_markdown(changed, sources(old));
      expect_whole(fresh, changed);
      const auto known = sources(old);
      EXPECT_LE(std::count_if(fresh.begin(), fresh.end(),
                              [&](const Chunk& each) { return !known.contains(each.source); }),
                3);
    }
  }
}

TEST(Chunks, OfAnUnchangedTextAreTheSame) {
  const std::string text = sections(40, 1'700);
  const auto first = chunks_of_markdown(text), again = chunks_of_markdown(text, sources(first));
  ASSERT_EQ(first.size(), again.size());
  for (std::size_t at = 0; at < first.size(); ++at) EXPECT_EQ(first[at].content, again[at].content);
}

}  // namespace
}  // namespace aim::mine
