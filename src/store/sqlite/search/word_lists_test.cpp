#include "store/sqlite/search/word_lists.h"

#include "store/sqlite/open_store_testing.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"

namespace aim::store::sqlite {
namespace {

using testing::memory_of;
using testing::must;

constexpr int many = 100;  // enough for a list that is kept

class WordLists : public testing::OpenStoreTest {
 protected:
  void SetUp() override {
    OpenStoreTest::SetUp();
    writing([&](Connection& connection) -> Result<void> {
      for (int i = 0; i < many; ++i) {
        Memory memory = memory_of(std::to_string(i), "Title " + std::to_string(i),
                                  i % 2 == 0 ? "common even even" : "common odd");
        TRY_VOID(SqliteMemories(connection).insert(memory));
        memories_.push_back(memory);
      }
      return SqliteSearch(connection).merge_whole_text_index();
    });
  }
  // Each as doc:title:body.
  static std::vector<std::string> texts(Connection& connection, int most) {
    const std::vector<Phrase> phrases{
        {"common"}, {"even"}, {"titl"}, {"common", "even"}, {"absent"}};
    std::vector<std::string> out;
    for (const auto& list : must(whole_lists(connection, phrases, most))) {
      std::string& line = out.emplace_back();
      for (const Posting& each : list)
        line.append(std::to_string(each.doc) + ":" + std::to_string(each.title) + ":" +
                    std::to_string(each.body) + " ");
    }
    return out;
  }
  // As a connection of its own reads them, which has kept nothing.
  std::vector<std::string> anew(int most) {
    const auto fresh = connect();
    return texts(*fresh, most);
  }
  // Asked for as often as it takes to be kept, and once more.
  void expect_those_of_now() {
    for (int i = 0; i < 3; ++i)
      for (const int most : {1, 2, max_listed})
        reading([&](Connection& connection) -> Result<void> {
          EXPECT_EQ(texts(connection, most), anew(most)) << i << " " << most;
          return {};
        });
  }
  std::vector<Memory> memories_;
};

TEST_F(WordLists, AreThoseOfTheIndex) {
  expect_those_of_now();
  const auto lists = anew(max_listed);
  EXPECT_EQ(std::ranges::count(lists[0], ' '), many);
  EXPECT_EQ(std::ranges::count(lists[1], ' '), many / 2);
  EXPECT_EQ(std::ranges::count(lists[3], ' '), many / 2);
  EXPECT_TRUE(lists[4].empty());
}

TEST_F(WordLists, FollowEveryChange) {
  expect_those_of_now();
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(memories_[4], clock_.now());
  });
  expect_those_of_now();
  Memory changed = memories_[6];
  changed.content = "common odd";
  writing([&](Connection& connection) {
    return SqliteMemories(connection).replace(memories_[6], changed);
  });
  expect_those_of_now();
  put(*database_, memory_of("new", "Title", "common even"));
  expect_those_of_now();
  writing([](Connection& connection) { return SqliteSearch(connection).merge_whole_text_index(); });
  expect_those_of_now();
}

TEST_F(WordLists, FollowOtherConnections) {
  expect_those_of_now();
  {
    const auto other = open();
    must(other->write([&](Connection& connection) {
      return SqliteMemories(connection).erase(memories_[8], clock_.now());
    }));
  }
  expect_those_of_now();
}

// FTS5 joins its pieces when there are eight, and its records of the index are those of before
// every 14 changes of one word by one.
TEST_F(WordLists, FollowManyChangesBetweenTwoLooks) {
  expect_those_of_now();
  for (std::size_t at = 0; at < 90; ++at) {
    Memory changed = memories_[at];
    changed.content = at % 2 == 0 ? "common even odd" : "common ever";
    writing([&](Connection& connection) {
      return SqliteMemories(connection).replace(memories_[at], changed);
    });
    if (at % 14 == 13)
      expect_those_of_now();
  }
}

// What a transaction has written may be taken back, and written again as something else.
TEST_F(WordLists, AreNotThoseThatWereTakenBack) {
  const auto failed = database_->write([&](Connection& connection) -> Result<void> {
    TRY_VOID(SqliteMemories(connection).erase(memories_[2], clock_.now()));
    for (int i = 0; i < 3; ++i) (void)texts(connection, max_listed);
    return Failure(refuse("", "taken back"));
  });
  EXPECT_FALSE(failed);
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(memories_[0], clock_.now());
  });
  expect_those_of_now();
}

}  // namespace
}  // namespace aim::store::sqlite
