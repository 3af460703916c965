// Words are asked on both backends, which must answer alike.
#include "text/words.h"

#include <random>

#include "store/index_rules.h"
#include "store/postgres/search/both_testing.h"
#include "store/postgres/search/posting_bytes.h"
#include "store/records.h"
#include "store/search.h"

namespace aim::store::postgres {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(PostingBytes, HoldWhatWasAppended) {
  const Key highest = (Key{1} << Doc::key_bits) - 1;
  std::string bytes;
  append_posting(bytes, {highest, 127, 255, 254});
  append_posting(bytes, {1, 0, 0, 1});
  std::vector<KeptPosting> read;
  read_postings(bytes + "odd", read);
  ASSERT_THAT(read, SizeIs(2));
  EXPECT_EQ(read[0].key, highest);
  EXPECT_EQ(read[0].length_code, 127);
  EXPECT_EQ(read[0].title, 255);
  EXPECT_EQ(read[0].body, 254);
  EXPECT_EQ(read[1].key, 1);
  EXPECT_EQ(read[0].posting(3).title, max_counted);
  EXPECT_EQ(read[0].posting(3).body, 0);
  EXPECT_NE(bytes.find(bytes_of_key(highest)), std::string::npos);
}

TEST_F(Both, WordsAreCounted) {
  Memory memory = memory_of("words", "Postgres and postgres", "Postgres once, redis twice: redis");
  memory.tags = {"redis"};
  put(memory);
  std::string many;
  for (int i = 0; i < 300; ++i) many += "word ";
  put("Many", many, "other");
  const auto lists = ask({{"postgr"}, {"redi"}, {"word"}, {"absent"}});
  EXPECT_THAT(lists, ElementsAre(SizeIs(1), SizeIs(1), SizeIs(1), IsEmpty()));
  EXPECT_TRUE(lists[2][0].ends_with(":0+12"));
}

TEST_F(Both, RunsOfCharactersAndOddTokens) {
  put("數據", "我們把數據庫搬到新的機器");
  put("別的", "數的據是庫");
  const auto words = text::query_words("數據庫");
  ASSERT_THAT(words, SizeIs(1));
  EXPECT_THAT(ask({words[0].parts}, true), ElementsAre(SizeIs(1)));
  EXPECT_THAT(ranks({words[0].parts}), SizeIs(1));
  put("Odd", "plain");
  for (const std::string odd : {"\"", "a\"b", "AND", "NEAR(", "*", "^x", "title:", "-", "'"}) {
    EXPECT_THAT(ask({{odd}}), ElementsAre(IsEmpty())) << odd;
    EXPECT_THAT(ask({{"plain"}, {odd}}), ElementsAre(SizeIs(1), IsEmpty())) << odd;
  }
}

// Memories of few words, changed and removed; every way to ask.
TEST_F(Both, FindTheSameInACorpus) {
  std::mt19937 random(20261122);
  const std::vector<std::string> vocabulary{
      "alpha",       "beta",   "gamma",   "delta",   "migration", "migrating",
      "getUserName", "v1.2.3", "foo.bar", "billing", "postgres",  "the",
      "iPhone",      "數據庫", "ไทย",     "über",    "red",       "green",
      "greenhouse",  "redder", "日本",    "x",       "timeouts",  "timeout"};
  const auto some_text = [&](std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i)
      text.append(text.empty() ? "" : " ").append(vocabulary[random() % vocabulary.size()]);
    return text;
  };
  std::vector<Memory> kept;
  for (int i = 0; i < 60; ++i) {
    Memory memory = memory_of("id" + std::to_string(i), some_text(3) + " " + std::to_string(i),
                              some_text(random() % 30 + 1), i % 3 == 0 ? "one" : "two/below");
    if (i % 4 == 0)
      memory.tags = {some_text(1), "tag"};
    kept.push_back(put(memory));
  }
  const auto settle = [&] {
    write([](Writer& writer) -> Result<bool> {
      TRY_VOID(writer.search.merge_text_index(1));
      return true;
    });
  };
  settle();
  for (int i = 0; i < 60; i += 5) {
    Memory fresh = kept[static_cast<std::size_t>(i)];
    fresh.content = some_text(9);
    if (i % 2 == 0)
      fresh.name_space = "one";
    replace(kept[static_cast<std::size_t>(i)], fresh);
    kept[static_cast<std::size_t>(i)] = fresh;
  }
  for (int i = 3; i < 60; i += 7) erase(kept[static_cast<std::size_t>(i)]);
  const auto spaces = read([](Reader& reader) -> Result<std::vector<std::int64_t>> {
    std::vector<std::int64_t> numbers;
    for (const auto& row : TRY(reader.search.name_spaces("one"))) numbers.push_back(row.number);
    return numbers;
  });
  ASSERT_THAT(spaces, SizeIs(1));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 20; ++i) {
      auto phrases = store::testing::phrases_of(some_text(random() % 3 + 1));
      ask(phrases);
      ask(phrases, true);
      ask(phrases, false, spaces);
      ask(phrases, true, spaces);
      for (Phrase& phrase : phrases) phrase = {phrase.front().substr(0, 3)};
      if (std::ranges::all_of(phrases, [](const Phrase& phrase) {
            return static_cast<unsigned char>(phrase.front()[0]) < 128;
          }))
        for (const Terms terms : {Terms::beginnings, Terms::beginnings_in_titles})
          ask(phrases, i % 2 == 0, {}, terms);
      ranks(phrases);
      ranks(phrases, true, spaces);
    }
    settle();  // whatever lies in small pieces is found in large ones
  }
}

TEST_F(Both, NothingIsLostWhileTheIndexIsMadeAnew) {
  std::vector<Memory> kept;
  for (int i = 0; i < 7; ++i)
    kept.push_back(put("Red " + std::to_string(i), i % 2 == 0 ? "green red red" : "ไทย",
                       i % 3 == 0 ? "a" : "b"));
  const auto answers = [&] {
    return std::vector{ask({{"red"}}), ask({{"green"}, {"3"}}), ask({{"red"}, {"green"}}, true)};
  };
  const auto before = answers();
  write([](Writer& writer) -> Result<bool> {
    TRY_VOID(writer.records.set_fact(meta_index_rules, rules_fingerprint() + 1));
    return true;
  });
  EXPECT_EQ(answers(), before) << "not begun";
  EXPECT_EQ(read([](Reader& reader) { return reader.search.outdated_texts(); }), 7);
  const auto reindex = [&](std::int64_t most) {
    return write([&](Writer& writer) -> Result<std::pair<std::int64_t, std::int64_t>> {
      const Reindexed step = TRY(writer.search.reindex_texts(most));
      return std::pair(step.done, step.left);
    });
  };
  EXPECT_EQ(reindex(2), std::pair(std::int64_t{2}, std::int64_t{5}));
  EXPECT_EQ(answers(), before);
  Memory changed = kept[1];
  changed.content = "blue";
  replace(kept[1], changed);
  replace(changed, kept[1]);
  Memory later = kept[6];
  later.content = "blue green";
  replace(kept[6], later);
  EXPECT_THAT(ask({{"blue"}})[0], SizeIs(1));
  replace(later, kept[6]);
  while (reindex(2).second > 0) EXPECT_EQ(answers(), before);
  EXPECT_EQ(answers(), before);
  EXPECT_EQ(read([](Reader& reader) { return reader.search.outdated_texts(); }), 0);
}

// ---- former states ----

// A state is found by the words that later changes took away: not by those that stayed, nor by
// those of changes before.
TEST_F(Both, FormerStatesAreFoundByTheirLostWords) {
  const auto found = [&](Time since, std::vector<std::string> words) {
    return read([&](Reader& reader) -> Result<std::vector<std::string>> {
      std::vector<std::string> all;
      TRY_VOID(reader.memories.each_version_that_lost(
          since, words, [&](const Version& version) -> Result<bool> {
            all.push_back(version.memory.id + ": " + version.memory.content);
            return true;
          }));
      return all;
    });
  };
  const auto changed = [&](const Memory& old, const std::string& content) {
    clock_.advance(std::chrono::seconds(1));
    Memory fresh = old;
    fresh.content = content;
    fresh.updated_at = at(clock_.now());
    replace(old, fresh);
    return fresh;
  };
  const Memory first = put(memory_of("a", "Port", "the daemon listens on c++ 数据"));
  const Memory gone = put(memory_of("b", "Gone", "a daemon of another colour"));
  const Time before = clock_.now();
  const Memory second = changed(first, "the daemon waits");
  const Time between = clock_.now();
  changed(second, "nothing");
  erase(gone);
  EXPECT_THAT(found(before, {"listen"}), ElementsAre("a: the daemon listens on c++ 数据"));
  EXPECT_THAT(found(before, {"c++"}), SizeIs(1));
  EXPECT_THAT(found(before, {"数据"}), SizeIs(1));
  EXPECT_THAT(found(before, {"colour", "daemon"}),
              ElementsAre("b: a daemon of another colour", "a: the daemon listens on c++ 数据"));
  EXPECT_THAT(found(between, {"listen"}), IsEmpty());
  EXPECT_THAT(found(between, {"wait"}), ElementsAre("a: the daemon waits"));
  EXPECT_THAT(found(clock_.now(), {"daemon"}), IsEmpty());
  EXPECT_THAT(found(before, {"noth", "\"", "x'or'1"}), IsEmpty());
  // A version that left the history is not found any more.
  write([&](Writer& writer) -> Result<bool> {
    TRY_VOID(writer.memories.erase_versions("a"));
    return true;
  });
  EXPECT_THAT(found(before, {"daemon"}), ElementsAre("b: a daemon of another colour"));
}

}  // namespace
}  // namespace aim::store::postgres
