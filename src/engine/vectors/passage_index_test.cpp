// An index that follows a database change by change is the one that is read anew.
#include "engine/vectors/passage_index.h"

#include <random>

#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/embeddings_testing.h"

namespace aim::engine {
namespace {

using namespace testing;

class FollowedIndex : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    with_ = std::make_unique<Embeddings>(&table_, []() -> Result<std::unique_ptr<embed::Embedder>> {
      return std::make_unique<WordEmbedder>("model", little_language());
    });
    engine_.reset(new Engine{store::Access(*database_), clock_, {}, touches_, *with_});
  }

  // What both know of the database as it is now.
  void compare(std::span<const embed::Identity> wanted) {
    PassageIndex anew;
    must(engine_->database.read([&](store::Reader& reader) -> Result<void> {
      const auto a = TRY(followed_.view(reader, wanted));
      const auto b = TRY(anew.view(reader, wanted));
      compare(a.passages, b.passages, wanted);
      return {};
    }));
  }
  static void compare(const PassageIndex::Passages& a, const PassageIndex::Passages& b,
                      std::span<const embed::Identity> wanted) {
    ASSERT_EQ(a.metas, b.metas);
    EXPECT_EQ(a.firsts, b.firsts);
    EXPECT_EQ(a.more, b.more);
    EXPECT_EQ(a.part_counts, b.part_counts);
    EXPECT_EQ(a.lines, b.lines);
    EXPECT_EQ(a.speakers, b.speakers);
    for (const auto& [key, row] : b.firsts) EXPECT_EQ(a.first_of(key), row);
    for (const embed::Identity& identity : wanted) {
      const Vectors &mine = *a.of(identity), &other = *b.of(identity);
      EXPECT_EQ(mine.missing, other.missing);
      EXPECT_EQ(mine.live, other.live);
      for (Row row = 0; row < b.metas.size(); ++row)
        EXPECT_EQ(mine.rows.scale(row), other.rows.scale(row)) << row;
    }
  }

  Draft some_draft() {
    static const std::vector<std::string> words{"car", "dog", "tea", "database", "red", "berlin"};
    Draft made = draft("Title " + std::to_string(below(60)), "", "n" + std::to_string(below(3)));
    // Some are long enough for several passages.
    for (int i = below(4) == 0 ? 600 : 8; i > 0; --i)
      made.content += words[static_cast<std::size_t>(below(6))] + ' ';
    if (below(2) == 0)
      made.metadata = R"({"session_id":"s)" + std::to_string(below(4)) + R"(","speaker":"p)" +
                      std::to_string(below(3)) + R"("})";
    return made;
  }
  int below(int end) { return std::uniform_int_distribution(0, end - 1)(chance_); }

  std::mt19937 chance_{7};
  WordEmbedder table_{"table", little_language()}, model_{"model", little_language()};
  std::unique_ptr<Embeddings> with_;
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
