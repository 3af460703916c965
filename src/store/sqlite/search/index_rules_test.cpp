#include "store/sqlite/search/index_rules.h"

#include "store/search_testing.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/open_store_testing.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/search/waiting_texts.h"

namespace aim::store::sqlite {
namespace {

using store::testing::Lists;
using store::testing::texts;
using ::testing::ElementsAre;
using testing::memory_of;
using ::testing::SizeIs;

class IndexRules : public testing::OpenStoreTest {
 protected:
  void SetUp() override {
    OpenStoreTest::SetUp();
    for (int i = 0; i < 7; ++i)
      kept_.push_back(put(
          *database_,
          memory_of("id" + std::to_string(i), "Red " + std::to_string(i),
                    i % 2 == 0 ? "green red red" : "\u0E44\u0E17\u0E22", i % 3 == 0 ? "a" : "b")));
    writing(index_waiting);
  }
  // As if another version had made the index.
  void distrust() {
    writing([](Connection& connection) {
      return set_meta(connection, "index_rules", rules_fingerprint() + 1);
    });
  }
  Reindexed reindex(std::int64_t most) {
    return writing(
        [&](Connection& connection) { return SqliteSearch(connection).reindex_texts(most); });
  }
  Key indexed() { return reading(indexed_to); }

  Lists ask(const std::vector<Phrase>& phrases, bool all = false) {
    return texts(reading([&](Connection& connection) {
      return SqliteSearch(connection).postings({{phrases, all}});
    }));
  }
  std::vector<Lists> all_answers() {
    return {ask({{"red"}}), ask({{"green", "red"}, {"3"}}), ask({{"red"}, {"green"}}, true),
            ask({{"\u0E44\u0E17\u0E22"}})};
  }
  void expect_sound() {
    for (const Finding& finding : reading(check_all))
      EXPECT_TRUE(finding.good) << finding.check << ": " << finding.detail;
  }

  std::vector<Memory> kept_;
};

TEST_F(IndexRules, ANewDatabaseIsMadeByThem) {
  EXPECT_EQ(indexed(), all_indexed);
  EXPECT_EQ(reindex(10).done, 0);
  EXPECT_GT(rules_fingerprint(), 0);
}

TEST_F(IndexRules, NothingIsLostWhileTheIndexIsMadeAnew) {
  const auto before = all_answers();
  EXPECT_THAT(before[0][0], SizeIs(7));
  EXPECT_THAT(before[3][0], SizeIs(3));
  distrust();
  EXPECT_EQ(indexed(), 0);
  EXPECT_EQ(all_answers(), before) << "not begun";
  EXPECT_EQ(
      reading([](Connection& connection) { return SqliteSearch(connection).outdated_texts(); }), 7);
  for (std::int64_t left = 5; left > 0; left -= 2) {
    const Reindexed step = reindex(2);
    EXPECT_EQ(step.done, 2);
    EXPECT_EQ(step.left, left);
    EXPECT_EQ(
        reading([](Connection& connection) { return SqliteSearch(connection).outdated_texts(); }),
        left);
    EXPECT_EQ(all_answers(), before) << left;
    expect_sound();
  }
  EXPECT_EQ(reindex(2).left, 0);
  EXPECT_EQ(indexed(), all_indexed);
  EXPECT_EQ(
      reading([](Connection& connection) { return SqliteSearch(connection).outdated_texts(); }), 0);
  EXPECT_EQ(all_answers(), before);
  expect_sound();
  put(*database_, memory_of("waits", "Red", "red"));
  EXPECT_EQ(
      reading([](Connection& connection) { return SqliteSearch(connection).outdated_texts(); }), 0)
      << "it only waits";
}

TEST_F(IndexRules, ChangesMeanwhileAreKept) {
  distrust();
  // The first change empties what other rules made.
  Memory changed = kept_[5];
  changed.content = "blue";
  writing([&](Connection& connection) {
    return SqliteMemories(connection).replace(kept_[5], changed);
  });
  EXPECT_EQ(indexed(), 0);
  reindex(3);
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(kept_[0], clock_.now());
  });
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(kept_[6], clock_.now());
  });
  put(*database_, memory_of("new", "Blue", "red"));
  const auto meanwhile = all_answers();
  EXPECT_THAT(meanwhile[0][0], SizeIs(6));
  EXPECT_THAT(ask({{"blue"}})[0], SizeIs(2));
  while (reindex(1).left > 0) {
  }
  EXPECT_EQ(all_answers(), meanwhile);
  expect_sound();
}

TEST_F(IndexRules, AnEmptyDatabaseIsReadyAtOnce) {
  for (const Memory& each : kept_)
    writing([&](Connection& connection) {
      return SqliteMemories(connection).erase(each, clock_.now());
    });
  distrust();
  EXPECT_EQ(reindex(10).done, 0);
  EXPECT_EQ(indexed(), all_indexed);
}

}  // namespace
}  // namespace aim::store::sqlite
