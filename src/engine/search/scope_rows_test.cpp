// A question in a small part of a database reads that part alone, and answers as if it read all.
#include "engine/search/scope_rows.h"

#include <optional>

#include "engine/vectors/passages_testing.h"

namespace aim::engine {
namespace {

using namespace testing;

class SmallScope : public PassagesTest {
 protected:
  void keep_some(const std::string& name_space, int count) {
    for (int i = 0; i < count; ++i)
      keep(some_draft("Title " + std::to_string(++kept_), name_space));
  }

  // What is found, with what each answer's score is made of.
  Strings answers() {
    Strings all;
    for (const char* question :
         {"red tea", "a dog in berlin", "database", "car car", "p1 berlin"}) {
      Query query{question, in("mine"), 20, {}, {}, true};
      query.min_score = 0;
      for (const Hit& hit : must(recall(*engine_, query)).hits) {
        all.push_back(hit.memory.title + " " + std::to_string(hit.score.total));
        for (const Factor& each : hit.score.factors)
          all.back().append(" ").append(each.name).append(" ").append(std::to_string(each.value));
      }
      all.push_back("--");
    }
    return all;
  }

  // Of the namespace of the first memory: whether a place is a row, and that places and rows agree.
  std::optional<bool> is_read_whole() {
    std::optional<bool> whole;
    with_->passages().look(table_.identity(), [&](const Passages& passages, const Vectors&) {
      const std::int64_t number = passages.metas.front().name_space;
      const ScopeRows scope(passages, {&number, 1});
      for (Row row = 0; row < passages.metas.size(); ++row) {
        const bool wanted =
            passages.metas[row].key != 0 && passages.metas[row].name_space == number;
        const Place place = scope.place_of(row);
        EXPECT_EQ(place != no_place && scope.takes_part(place), wanted) << row;
        if (!wanted)
          continue;
        EXPECT_EQ(scope.row_of(place), row);
      }
      const auto of_it = [&](Row row) { return passages.metas[row].name_space == number; };
      std::vector<Row> lines, its_lines;
      for (const Row row : passages.lines)
        if (of_it(row))
          lines.push_back(row);
      for (const Place place : scope.lines())
        if (scope.takes_part(place))
          its_lines.push_back(scope.row_of(place));
      EXPECT_EQ(its_lines, lines);
      std::vector<std::pair<Row, Row>> more, its_more;
      for (const auto& [first, other] : passages.more)
        if (of_it(first))
          more.emplace_back(first, other);
      for (const auto& [first, other] : scope.more())
        if (scope.takes_part(first))
          its_more.emplace_back(scope.row_of(first), scope.row_of(other));
      EXPECT_EQ(its_more, more);
      whole = scope.is_all();
    });
    return whole;
  }

  int kept_ = 0;
};

TEST_F(SmallScope, AnswersAsIfAllWereRead) {
  keep_some("mine", 40);
  keep_some("other", 20);
  const Strings among_few = answers();
  EXPECT_THAT(among_few, ::testing::SizeIs(::testing::Gt(40U)));
  EXPECT_EQ(is_read_whole(), true);
  keep_some("rest", 240);
  EXPECT_EQ(answers(), among_few);
  EXPECT_EQ(is_read_whole(), false);
  // And with what comes and goes beside it.
  keep_some("other", 3);
  EXPECT_EQ(answers(), among_few);
  EXPECT_EQ(is_read_whole(), false);
}

TEST(ScopeRows, OfNothingIsEmpty) {
  const Passages passages;
  const std::int64_t number = 1;
  EXPECT_EQ(ScopeRows(passages, {&number, 1}).size(), 0U);
  EXPECT_EQ(ScopeRows(passages, {}).size(), 0U);
}

}  // namespace
}  // namespace aim::engine
