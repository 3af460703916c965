#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mine/markdown.h"

namespace aim::mine {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

Memory memory(std::string id, std::string title, std::string content, std::int64_t priority) {
  Memory made;
  made.id = std::move(id);
  made.title = std::move(title);
  made.content = std::move(content);
  made.priority = priority;
  made.tags = {"a", "b c"};
  return made;
}

TEST(MarkdownExport, IsReadAgainWithoutALoss) {
  const std::string hostile =
      "First.\n\n## A heading\n<!-- memory x -->\n\\<!-- memory y -->\n```\n## code\n```\n\n# End";
  const std::vector<Memory> memories{memory("0199a-1", "Deploys", "Never on Fridays", 10),
                                     memory("0199a-2", "Notes", hostile, 8),
                                     memory("0199a-3", "Low", "1. one\n2. two", 2)};
  const auto read = memories_of_export(markdown_document("Shop", memories));
  ASSERT_TRUE(read);
  ASSERT_THAT(*read, SizeIs(3));
  for (std::size_t at = 0; at < memories.size(); ++at) {
    EXPECT_EQ((*read)[at].id, memories[at].id);
    EXPECT_EQ((*read)[at].title, memories[at].title);
    EXPECT_EQ((*read)[at].content, memories[at].content);
    EXPECT_EQ((*read)[at].band, band_of(memories[at].priority));
    EXPECT_THAT((*read)[at].tags, ElementsAre("a", "b c"));
  }
}

TEST(MarkdownExport, OtherDocumentsAreNotOurs) {
  EXPECT_FALSE(memories_of_export("# Notes\n\n## One\n<!-- memory x -->\n\ntext"));
  EXPECT_FALSE(memories_of_export(""));
}

}  // namespace
}  // namespace aim::mine
