// The most relevant memories of a scope are found by a bound on what few of them have: the answer
// is the one of a loop over all.
#include "engine/search/blend.h"

#include "engine/search/understand.h"
#include "engine/vectors/passages_testing.h"

namespace aim::engine {
namespace {

using namespace testing;

class BlendOfMany : public PassagesTest {
 protected:
  // Every row that has a claim, with its relevance, as it is asked for one by one.
  static std::map<Row, double> all_claims(const Passages& passages, const Blend& blend) {
    std::map<Row, double> all;
    for (Row row = 0; row < passages.metas.size(); ++row)
      if (blend.has_claim(row))
        all.emplace(row, blend.relevance(row));
    return all;
  }

  // At least so many as are asked for, and none less relevant than one that is left out.
  static void compare(const Passages& passages, const Blend& blend) {
    const auto all = all_claims(passages, blend);
    for (std::size_t about = 1; about <= all.size() + 1; about += 1 + about / 4) {
      const auto found = blend.claims(about);
      ASSERT_GE(found.size(), std::min(about, all.size()));
      double least = std::numeric_limits<double>::max();
      for (const Row row : found) least = std::min(least, all.at(row));
      std::vector<Row> expected;
      for (const auto& [row, relevance] : all)
        if (relevance >= least)
          expected.push_back(row);
      EXPECT_EQ(found, expected) << about << " of " << all.size();
    }
  }
};

TEST_F(BlendOfMany, FindsTheMostRelevantThatALoopFinds) {
  for (int i = 0; i < 200; ++i) {
    clock_.advance(std::chrono::hours(below(100)));
    keep(some_draft("Title " + std::to_string(i), below(3) == 0 ? "other" : "mine"));
  }
  std::size_t compared = 0;
  for (const char* question : {"red tea", "What does p1 say of a dog?", "a car last week",
                               "what did p2 do in berlin yesterday", "unheard of"}) {
    Query query{question, {}, 10, {}, {}, true};
    const QueryVectors vectors = query_vectors(*engine_, query);
    must(recall(*engine_, query));  // makes the vectors
    with_->passages().look(table_.identity(), [&](const Passages& passages, const Vectors& rows) {
      for (const bool whole : {true, false}) {
        BlendQuery asked{vectors};
        asked.built_in = &rows;
        if (!whole)
          asked.name_spaces = {passages.metas.front().name_space};
        asked.names = names_in(question);
        asked.when = text::when_of(question, clock_.now());
        Blend blend(passages, asked);
        blend.compare();
        for (Row row = 0; row < passages.metas.size(); ++row)
          if (below(3) == 0 && passages.metas[row].part == 0 &&
              (whole || passages.metas[row].name_space == asked.name_spaces.front()))
            blend.set_words(row, 0.1 * below(100));
        blend.run();
        compare(passages, blend);
        compared += all_claims(passages, blend).size();
      }
    });
  }
  EXPECT_GT(compared, 500U);
}

}  // namespace
}  // namespace aim::engine
