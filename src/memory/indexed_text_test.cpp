#include "memory/indexed_text.h"

#include <gtest/gtest.h>

#include "memory/titles.h"

namespace aim {
namespace {

Memory memory_of(std::string title, std::string content, std::string metadata = "{}") {
  Memory memory;
  memory.title = std::move(title);
  memory.content = std::move(content);
  memory.metadata = std::move(metadata);
  return memory;
}

TEST(IndexedText, HasNoTitleThatIsMadeOfTheContent) {
  const std::string content(300, 'x');
  EXPECT_EQ(indexed_title(memory_of(derived_title(content), content)), "");
  EXPECT_EQ(indexed_title(memory_of(derived_titles("abc").back(), "abc")), "");
  EXPECT_EQ(indexed_title(memory_of("abc", "abc")), "abc");
  EXPECT_EQ(indexed_title(memory_of("given… #00000000", content)), "given… #00000000");
}

TEST(IndexedText, HasTheContextOfEntriesBesideTheTags) {
  Memory memory = memory_of("t", "cc", R"({"entry_type":"fact","context":"at the sea"})");
  memory.tags = {"a", "b"};
  EXPECT_EQ(indexed_labels(memory), "a\nb\nat the sea");
  EXPECT_EQ(indexed_bytes(memory), 1 + 2 + 2 + 10);
  memory.metadata = R"({"context":"at the sea"})";
  EXPECT_EQ(indexed_labels(memory), "a\nb") << "another program's word";
  memory.tags.clear();
  memory.metadata = R"({"entry_type":"fact","context":"sea"})";
  EXPECT_EQ(indexed_labels(memory), "sea");
}

}  // namespace
}  // namespace aim
