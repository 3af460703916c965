#include "engine/untitled/entries.h"

#include "engine/engine_testing.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty;

class Entries : public EngineTest {
 protected:
  KeptEntry add(std::string content, std::vector<std::string> tags = {},
                std::string source = "manual") {
    EntryDraft draft;
    draft.content = std::move(content);
    draft.name_space = "pup";
    draft.tags = std::move(tags);
    draft.source = std::move(source);
    draft.apart = "file-index";
    return must(add_entry(*engine_, draft));
  }
  std::vector<Key> found(EntryQuery query) {
    query.name_space = "pup";
    query.by_vectors = false;
    std::vector<Key> keys;
    for (const EntryHit& hit : must(find_entries(*engine_, query))) keys.push_back(hit.memory.key);
    return keys;
  }
  std::vector<Key> found(std::string text) {
    EntryQuery query;
    query.text = std::move(text);
    return found(query);
  }
};

TEST_F(Entries, AreKeptOnce) {
  const KeptEntry first = add("the cat sleeps");
  EXPECT_TRUE(first.created);
  const KeptEntry again = add("the cat sleeps", {"other"});
  EXPECT_FALSE(again.created);
  EXPECT_EQ(again.key, first.key);
  EXPECT_THAT(must(get_entry(*engine_, "pup", first.key))->tags, IsEmpty());
  EXPECT_NE(add("the cat sleeps ").key, first.key);
}

TEST_F(Entries, OfFilesAreApart) {
  const KeptEntry of_file = add("a paragraph", {}, "file-index");
  const KeptEntry own = add("a paragraph");
  EXPECT_TRUE(own.created);
  EXPECT_NE(own.key, of_file.key);
  EXPECT_EQ(add("a paragraph").key, own.key);
}

TEST_F(Entries, HaveATitleThatNobodyElseHas) {
  keep(draft("short", "something else", "pup"));
  const KeptEntry entry = add("short");
  EXPECT_TRUE(entry.created);
  const Memory memory = *must(get_entry(*engine_, "pup", entry.key));
  EXPECT_TRUE(memory.title.starts_with("short… #")) << memory.title;
  EXPECT_EQ(add("short").key, entry.key);
}

TEST_F(Entries, BelongToTheirNamespace) {
  const KeptEntry entry = add("mine");
  EXPECT_FALSE(must(get_entry(*engine_, "other", entry.key)));
  EXPECT_FALSE(must(remove_entry(*engine_, "other", entry.key)));
  EXPECT_TRUE(must(remove_entry(*engine_, "pup", entry.key)));
  EXPECT_FALSE(must(remove_entry(*engine_, "pup", entry.key)));
}

TEST_F(Entries, AreFoundBeyondThePoolWhereFiltersLeaveTooFew) {
  std::vector<Key> wanted{
      add("some long story in which tea stands once, and rarely", {"rare"}).key};
  for (int i = 0; i < 40; ++i) add("tea tea tea " + std::to_string(i));
  EXPECT_EQ(found("tea").size(), 10U);
  EntryQuery query;
  query.text = "tea";
  query.limit = 2;
  query.passes = [](const Memory& memory) { return !memory.tags.empty(); };
  EXPECT_EQ(found(query), wanted);
  EXPECT_THAT(found("coffee"), IsEmpty());
  EXPECT_THAT(found("\"(*"), IsEmpty());
}

}  // namespace
}  // namespace aim::engine
