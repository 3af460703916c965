// An index that follows a database change by change is the one that is read anew.
#include "engine/vectors/passage_index.h"

#include <algorithm>

#include "engine/forget.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/passages_testing.h"
#include "store/search.h"

namespace aim::engine {
namespace {

using namespace testing;

class FollowedIndex : public PassagesTest {
 protected:
  // What both know of the database as it is now.
  void compare(std::span<const embed::Identity> wanted) {
    PassageIndex anew;
    must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
      const auto a = TRY(followed_.view(reader, wanted));
      // Somebody who asks for less may have come before.
      if (const int first = below(3); first < 2)
        TRY(anew.view(reader, wanted.first(static_cast<std::size_t>(first))));
      const auto b = TRY(anew.view(reader, wanted));
      compare(a.passages, b.passages, wanted);
      return {};
    }));
  }
  static void compare(const Passages& a, const Passages& b,
                      std::span<const embed::Identity> wanted) {
    ASSERT_EQ(a.metas, b.metas);
    EXPECT_EQ(a.firsts, b.firsts);
    EXPECT_EQ(a.more, b.more);
    EXPECT_EQ(a.part_counts, b.part_counts);
    EXPECT_EQ(a.lines, b.lines);
    EXPECT_EQ(a.speakers, b.speakers);
    for (std::int64_t number = 0; number < 10; ++number)
      EXPECT_TRUE(std::ranges::equal(a.of_name_space(number), b.of_name_space(number))) << number;
    for (const auto& [key, row] : b.firsts) EXPECT_EQ(a.first_of(key), row);
    for (const embed::Identity& identity : wanted) {
      const Vectors &mine = *a.of(identity), &other = *b.of(identity);
      EXPECT_EQ(mine.missing, other.missing);
      for (Row row = 0; row < b.metas.size(); ++row)
        EXPECT_EQ(mine.rows.scale(row), other.rows.scale(row)) << row;
    }
  }

  Draft some_draft() {
    std::string title = "Title " + std::to_string(below(60));
    return PassagesTest::some_draft(std::move(title), "n" + std::to_string(below(3)));
  }

  WordEmbedder model_{"model", little_language()};
  PassageIndex followed_;
};

TEST_F(FollowedIndex, IsAsOneThatIsReadAnew) {
  const std::vector<embed::Identity> table{table_.identity()},
      both{table_.identity(), model_.identity()};
  std::vector<std::string> ids;
  for (int i = 0; i < 90; ++i) ids.push_back(keep(some_draft()).memory.id);
  compare(table);
  for (int i = 0; i < 80 && !HasFailure(); ++i) {
    // One change, or some between two looks.
    for (int changes = below(4) == 0 ? 5 : 1; changes > 0; --changes)
      if (below(4) == 0) {
        const std::string id = ids[static_cast<std::size_t>(below(static_cast<int>(ids.size())))];
        std::erase(ids, id);
        (void)remove(*engine_, id);  // a title that was stored again has the id of before
      } else {
        ids.push_back(keep(some_draft()).memory.id);
      }
    if (below(20) == 0)
      must(backfill(*engine_, {}));
    compare(below(3) == 0 ? both : table);
  }
}

}  // namespace
}  // namespace aim::engine
