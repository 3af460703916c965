#include "store/sqlite/search/waiting_texts.h"

#include <algorithm>
#include <random>

#include "store/sql/namespaces.h"
#include "store/sql/search.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/search/text_index.h"
#include "store/sqlite/store_testing.h"
#include "store/sqlite/tables/titles.h"

namespace aim::store::sqlite {
namespace {

using testing::memory_of;
using testing::must;
using ::testing::SizeIs;

// Two databases with the same memories: in one they wait, in the other they are put into the index
// at once.
class WaitingTexts : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    waiting_ = open("waiting.db");
    indexed_ = open("indexed.db");
  }
  template <class F>
  void in_both(F use) {
    must(waiting_->write(use));
    must(indexed_->write(use));
    must(indexed_->write(index_waiting));
  }
  Memory add(Memory memory) {
    in_both([&](Connection& connection) { return SqliteMemories(connection).insert(memory); });
    return memory;
  }
  static Key indexed_to_of(Database& database) { return must(database.read(indexed_to)); }

  std::string some_text(std::size_t most) {
    static constexpr std::array<std::string_view, 18> words{
        "red",      "green",     "Redis",   "reds", "billing-api",  "getUserName",
        "v1.2.3",   "iPhone",    "the",     "of",   "搬到新的機器", "機器",
        "postgres", "migrating", "migrate", "c++",  "naïve",        "don't"};
    std::string text;
    for (std::size_t i = random_() % most; i + 1 > 0; --i)
      text.append(words[random_() % words.size()]).append(random_() % 5 == 0 ? ". " : " ");
    return text;
  }
  Memory some_memory() {
    const std::string number = std::to_string(++count_);
    Memory memory = memory_of("id" + number, some_text(5) + number, some_text(30),
                              random_() % 3 == 0 ? "a" : "b");
    if (random_() % 2 == 0)
      memory.tags = {"red", "green blue"};
    return memory;
  }

  using Lines = std::vector<std::string>;
  static Lines lines_of(const std::vector<Scored>& ranked) {
    Lines lines;
    for (const Scored& each : ranked)
      lines.push_back(std::to_string(each.key) + " " + std::to_string(each.bm25));
    std::ranges::sort(lines);
    return lines;
  }
  static Lines answers(Database& database, const std::vector<Phrase>& phrases,
                       std::span<const std::int64_t> name_spaces, bool all = false,
                       Terms terms = Terms::words) {
    return must(database.read([&](Connection& connection) -> Result<Lines> {
      const WordQuery asked{phrases, all, terms};
      Lines lines;
      for (const bool whole : {false, true}) {
        if (whole && (all || terms != Terms::words))
          continue;
        const auto lists = TRY(SqliteSearch(connection).postings({asked, name_spaces, whole}));
        for (std::size_t i = 0; i < lists.size(); ++i)
          for (const Posting& each : lists[i])
            lines.push_back(std::to_string(i) + " " + std::to_string(each.doc) + ":" +
                            std::to_string(each.title) + "+" + std::to_string(each.body));
      }
      const auto ranked = TRY(SqliteSearch(connection).bm25(asked, name_spaces, all_ranked));
      const Lines ranks = lines_of(ranked);
      lines.insert(lines.end(), ranks.begin(), ranks.end());
      for (const std::size_t most : {0U, 1U, 4U, 30U}) {
        auto best = ranked;
        keep_best(best, most);
        EXPECT_EQ(lines_of(TRY(SqliteSearch(connection).bm25(asked, name_spaces, most))),
                  lines_of(best))
            << sql::expression_of(asked) << ", the best " << most;
      }
      for (const auto& each :
           TRY(SqliteMemories(connection).similar_titles("a", "red green postgres", 0, {}, 200)))
        lines.push_back(each.id + " " + std::to_string(each.share));
      return lines;
    }));
  }
  // Lines that one of them lacks, with a mark of which.
  static Lines only_in(Lines waiting, Lines indexed) {
    std::ranges::sort(waiting);
    std::ranges::sort(indexed);
    Lines more, less;
    std::ranges::set_difference(waiting, indexed, std::back_inserter(more));
    std::ranges::set_difference(indexed, waiting, std::back_inserter(less));
    for (std::string& each : less) more.push_back("- " + std::move(each));
    return more;
  }
  void expect_same_answers() {
    const std::vector<std::vector<Phrase>> questions{{{"red"}},
                                                     {{"redi"}},
                                                     {{"red"}, {"green"}},
                                                     {{"migrat"}, {"v1"}, {"postgr"}, {"user"}},
                                                     {{"green", "red"}, {"billing-api"}},
                                                     {{"機器"}, {"iphon"}},
                                                     {{"搬到", "到新"}},
                                                     {{"absent"}},
                                                     {{"id"}, {"re"}}};
    const std::vector<std::vector<std::int64_t>> scopes{{}, {1}, {1, 2}};
    const std::vector<std::pair<bool, Terms>> ways{{false, Terms::words},
                                                   {true, Terms::words},
                                                   {false, Terms::beginnings},
                                                   {false, Terms::beginnings_in_titles}};
    for (const auto& phrases : questions)
      for (const auto& [all, terms] : ways)
        for (const auto& scope : scopes)
          EXPECT_EQ(only_in(answers(*waiting_, phrases, scope, all, terms),
                            answers(*indexed_, phrases, scope, all, terms)),
                    Lines())
              << sql::expression_of({phrases, all, terms}) << " in " << scope.size() << " with "
              << count_;
  }
  void expect_sound() {
    for (Database* each : {waiting_.get(), indexed_.get()})
      for (const Finding& finding : must(each->read(check_all)))
        EXPECT_TRUE(finding.good) << finding.check << ": " << finding.detail;
  }

  std::mt19937 random_{20261122};
  int count_ = 0;
  std::unique_ptr<Database> waiting_, indexed_;
};

TEST_F(WaitingTexts, AreAskedAsIfTheyWereInTheIndex) {
  std::vector<Memory> kept;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 30; ++i) kept.push_back(add(some_memory()));
    EXPECT_EQ(indexed_to_of(*indexed_), all_indexed);
    EXPECT_NE(indexed_to_of(*waiting_), all_indexed);
    expect_same_answers();
    // Of what waits, and of what does not.
    for (const std::size_t at : {std::size_t{1}, kept.size() - 3}) {
      Memory changed = kept[at];
      changed.title = "Green " + std::to_string(round) + " " + std::to_string(at);
      changed.content = some_text(20);
      in_both([&](Connection& connection) {
        return SqliteMemories(connection).replace(kept[at], changed);
      });
      kept[at] = changed;
      in_both([&](Connection& connection) {
        return SqliteMemories(connection).erase(kept[at + 1], clock_.now());
      });
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    expect_same_answers();
    expect_sound();
  }
}

TEST_F(WaitingTexts, WaitUntilTheyAreMany) {
  for (int i = 1; i < max_waiting; ++i) put(*waiting_, some_memory());
  EXPECT_EQ(number(*waiting_, "SELECT count(*) FROM memory_text_docsize"), 0);
  EXPECT_FALSE(must(waiting_->read(is_behind))) << "nothing for upkeep";
  put(*waiting_, some_memory());
  EXPECT_EQ(number(*waiting_, "SELECT count(*) FROM memory_text_docsize"), max_waiting);
  EXPECT_EQ(indexed_to_of(*waiting_), all_indexed);
  // Or long.
  put(*waiting_, memory_of("long", "Long", std::string(max_waiting_bytes + 10'000, 'x')));
  EXPECT_EQ(indexed_to_of(*waiting_), all_indexed);
  EXPECT_TRUE(std::ranges::all_of(must(waiting_->read(check_all)), &Finding::good));
}

TEST_F(WaitingTexts, ArePutThereAtOnceByALargeTransaction) {
  must(waiting_->write([&](Connection& connection) -> Result<void> {
    for (int i = 0; i < 300; ++i) {
      Memory memory = some_memory();
      TRY_VOID(SqliteMemories(connection).insert(memory));
    }
    return {};
  }));
  EXPECT_EQ(indexed_to_of(*waiting_), all_indexed);
  EXPECT_EQ(number(*waiting_, "SELECT count(*) FROM memory_text_docsize"), 300);
}

TEST_F(WaitingTexts, AnotherConnectionSeesThemAndNotWhatWasTakenBack) {
  const auto ask = [](Database& database) { return answers(database, {{"blue"}}, {}).size(); };
  const auto other = open("waiting.db");
  const auto fail = [&](Connection& connection) -> Result<void> {
    Memory memory = memory_of("one", "Blue", "blue");
    TRY_VOID(SqliteMemories(connection).insert(memory));
    const std::vector<Phrase> phrases{{"blue"}};
    EXPECT_THAT(TRY(SqliteSearch(connection).postings({{phrases}}))[0], SizeIs(1));
    return Failure(refuse("title", "is not wanted"));
  };
  EXPECT_FALSE(waiting_->write(fail));
  put(*other, memory_of("one", "Red", "red"));
  EXPECT_EQ(ask(*waiting_), 0U);
  EXPECT_EQ(ask(*other), 0U);
  put(*waiting_, memory_of("two", "Blue", "blue"));
  EXPECT_EQ(ask(*other), ask(*waiting_));
  EXPECT_GT(ask(*other), 0U);
}

}  // namespace
}  // namespace aim::store::sqlite
