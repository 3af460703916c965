#include "store/sqlite/search/text_index.h"

#include "memory/score.h"
#include "store/search_testing.h"
#include "store/sql/namespaces.h"
#include "store/sql/search.h"
#include "store/sqlite/open_store_testing.h"
#include "store/sqlite/search/sqlite_search.h"
#include "text/words.h"

namespace aim::store::sqlite {
namespace {

using store::testing::phrases_of;
using store::testing::texts;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::memory_of;
using testing::must;
using ::testing::SizeIs;

class TextIndex : public testing::OpenStoreTest {
 protected:
  Memory add(const std::string& title, const std::string& content,
             const std::string& name_space = "global") {
    return put(*database_, memory_of(std::to_string(++count_), title, content, name_space));
  }
  std::vector<std::vector<Posting>> lists(const std::vector<Phrase>& phrases,
                                          const std::vector<std::int64_t>& name_spaces = {},
                                          bool all = false) {
    return reading([&](Connection& connection) {
      return SqliteSearch(connection).postings({{phrases, all}, name_spaces});
    });
  }
  // Both ways to any of the phrases must agree.
  std::vector<std::vector<Posting>> any(const std::vector<Phrase>& phrases,
                                        const std::vector<std::int64_t>& name_spaces = {}) {
    auto slow = lists(phrases, name_spaces);
    const auto fast = reading([&](Connection& connection) {
      return SqliteSearch(connection).postings({{phrases}, name_spaces, true});
    });
    EXPECT_EQ(texts(fast), texts(slow));
    return slow;
  }
  // Keys of memories that hold the first phrase.
  std::vector<Key> found(std::string_view question,
                         const std::vector<std::int64_t>& name_spaces = {}) {
    std::vector<Key> keys;
    const auto all = any(phrases_of(question), name_spaces);
    for (const Posting& posting : all.at(0)) keys.push_back(Doc::key(posting.doc));
    return keys;
  }

  int count_ = 0;
};

TEST(Doc, PacksAndUnpacks) {
  constexpr std::int64_t max_spaces = (std::int64_t{1} << Doc::name_space_bits) - 1;
  constexpr std::int64_t max_keys = (std::int64_t{1} << Doc::key_bits) - 1;
  for (const std::int64_t space : {std::int64_t{1}, std::int64_t{77}, max_spaces})
    for (const std::int64_t key : {std::int64_t{1}, std::int64_t{123'456}, max_keys})
      for (const int length : {0, 64, 127}) {
        const std::int64_t doc = Doc::pack(space, key, length);
        EXPECT_GT(doc, 0);
        EXPECT_EQ(Doc::name_space(doc), space);
        EXPECT_EQ(Doc::key(doc), key);
        EXPECT_EQ(Doc::length_code(doc), length);
      }
}

TEST(Doc, LengthsAreNear) {
  for (std::size_t bytes = 4; bytes < 1'000'000; bytes += bytes / 3 + 1) {
    const auto near = static_cast<double>(decode_length(encode_length(bytes)));
    EXPECT_NEAR(near, static_cast<double>(bytes), static_cast<double>(bytes) * 0.13) << bytes;
  }
  EXPECT_EQ(encode_length(0), encode_length(4));
  EXPECT_EQ(encode_length(SIZE_MAX), 127);
}

TEST_F(TextIndex, CountsTermsInTitleAndBody) {
  Memory memory = memory_of("1", "Postgres and postgres", "Postgres once, redis twice: redis");
  memory.tags = {"redis"};
  memory = put(*database_, memory);
  const std::string doc = std::to_string(
      Doc::pack(1, memory.key, encode_length(memory.title.size() + memory.content.size() + 5)));
  // The tag counts as body.
  EXPECT_THAT(texts(any(phrases_of("postgres redis absent"))),
              ElementsAre(ElementsAre(doc + ":2+1"), ElementsAre(doc + ":0+3"), IsEmpty()));
}

TEST_F(TextIndex, CountsAreBounded) {
  std::string content;
  for (int i = 0; i < 300; ++i) content += "word ";
  add("Many", content);
  const auto all = any(phrases_of("word"));
  ASSERT_THAT(all.at(0), SizeIs(1));
  EXPECT_EQ(all[0][0].body, 12);
}

TEST_F(TextIndex, OneNamespaceIsARangeOfIts) {
  const Key a = add("A", "shared word", "one").key;
  const Key b = add("B", "shared word", "two").key;
  const Key c = add("C", "shared word", "one").key;
  const auto numbers =
      reading([](Connection& connection) { return name_spaces_matching(connection, ""); });
  ASSERT_THAT(numbers, SizeIs(2));
  EXPECT_THAT(found("shared"), ElementsAre(a, c, b));
  EXPECT_THAT(found("shared", {numbers[0].number}), ElementsAre(a, c));
  EXPECT_THAT(found("shared", {numbers[1].number}), ElementsAre(b));
  EXPECT_THAT(found("shared", {numbers[0].number, numbers[1].number}), ElementsAre(a, c, b));
}

TEST_F(TextIndex, FindsRunsOfCharactersAsPhrases) {
  const Key database = add("數據", "我們把數據庫搬到新的機器").key;
  add("別的", "數的據是庫");
  EXPECT_THAT(found("數據庫"), ElementsAre(database));
  EXPECT_THAT(found("データ"), IsEmpty());
}

TEST_F(TextIndex, OddTokensAreQuoted) {
  const Key key = add("Odd", "plain").key;
  for (const std::string odd :
       {"\"", "\"\"", "a\"b", "AND", "NEAR(", "*", "^x", "title:", "-", "'", ""}) {
    EXPECT_THAT(any({{odd}}), ElementsAre(IsEmpty())) << odd;
    EXPECT_THAT(any({{"plain"}, {odd}}), ElementsAre(SizeIs(1), IsEmpty())) << odd;
    EXPECT_THAT(any({{"plain", odd}, {odd, odd}}), SizeIs(2)) << odd;
  }
  EXPECT_THAT(found("plain"), ElementsAre(key));
  const std::vector<Phrase> phrases{{"a\"b", "c"}, {"d"}};
  EXPECT_EQ(sql::expression_of({phrases, true}), "\"a\"\"b c\" AND \"d\"");
  EXPECT_EQ(sql::expression_of({phrases, false, Terms::beginnings}), "\"a\"\"b c\" * OR \"d\" *");
  EXPECT_EQ(sql::expression_of({phrases, false, Terms::beginnings_in_titles}),
            "title : (\"a\"\"b c\" * OR \"d\" *)");
  EXPECT_EQ(sql::expression_of({}), "");
}

TEST_F(TextIndex, AllPhrasesMayBeAskedFor) {
  const Key both = add("Both", "red green").key;
  add("One", "red");
  const auto all = lists({{"red"}, {"green"}}, {}, true);
  ASSERT_THAT(all, ElementsAre(SizeIs(1), SizeIs(1)));
  EXPECT_EQ(Doc::key(all[0][0].doc), both);
  EXPECT_THAT(any({{"red"}, {"green"}}), ElementsAre(SizeIs(2), SizeIs(1)));
}

TEST_F(TextIndex, FollowsChangesOfText) {
  const Memory old = add("Title", "first words");
  Memory fresh = old;
  fresh.content = "second thoughts";
  writing([&](Connection& connection) { return SqliteMemories(connection).replace(old, fresh); });
  EXPECT_THAT(found("first"), IsEmpty());
  EXPECT_THAT(found("second"), ElementsAre(old.key));
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(fresh, clock_.now());
  });
  EXPECT_THAT(found("second"), IsEmpty());
  EXPECT_EQ(number(*database_, "SELECT count(*) FROM memory_text_docsize"), 0);
}

TEST_F(TextIndex, RanksByBm25) {
  add("Other", "a long text about many other things that mentions postgres once, far down");
  const Key best = add("Postgres", "postgres").key;
  auto ranked = reading([&](Connection& connection) {
    return SqliteSearch(connection).bm25({phrases_of("postgres")}, {}, all_ranked);
  });
  ASSERT_THAT(ranked, SizeIs(2));
  std::sort(ranked.begin(), ranked.end(),
            [](const Scored& a, const Scored& b) { return a.bm25 < b.bm25; });
  EXPECT_EQ(ranked[0].key, best);
  EXPECT_LT(ranked[0].bm25, 0);
}

class MergedTextIndex : public TextIndex {
 protected:
  // Numbers of the pieces of the index.
  std::vector<std::string> pieces() {
    return reading([](Connection& connection) {
      return connection.all("SELECT DISTINCT segid FROM memory_text_idx ORDER BY segid",
                            sql::string_of);
    });
  }
  void add_many(int count) {
    std::vector<Memory> memories;
    for (int i = 0; i < count; ++i, ++count_)
      memories.push_back(memory_of(std::to_string(count_), "Title " + std::to_string(count_),
                                   "common " + std::to_string(count_)));
    std::vector<NewMemory> fresh;
    for (Memory& each : memories) fresh.push_back({&each, nullptr});
    writing([&](Connection& connection) -> Result<void> {
      TRY(SqliteMemories(connection).insert_all(fresh));
      return SqliteSearch(connection).merge_text_index(count);
    });
  }
};

// An import of a thousand into a million would write a million's words again.
TEST_F(MergedTextIndex, IsWrittenAgainOnlyForMuchThatIsNew) {
  for (int times = 0; times < 2; ++times) add_many(450);
  const auto whole = pieces();
  ASSERT_THAT(whole, SizeIs(1));
  for (int times = 0; times < 3; ++times) add_many(70);
  EXPECT_THAT(pieces(), SizeIs(4));
  EXPECT_THAT(pieces(), ::testing::Contains(whole.front()));
  add_many(70);  // as many pieces as are merged
  EXPECT_THAT(pieces(), SizeIs(2));
  EXPECT_THAT(pieces(), ::testing::Contains(whole.front()));
  add_many(600);
  EXPECT_THAT(pieces(), SizeIs(1));
  EXPECT_THAT(found("common"), SizeIs(900 + 4 * 70 + 600));
}

}  // namespace
}  // namespace aim::store::sqlite
