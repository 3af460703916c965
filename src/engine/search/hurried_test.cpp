// A question in a hurry: of a large database only what lies around its words is compared by
// meaning.
#include "engine/engine_testing.h"
#include "engine/vectors/copies.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/embeddings_testing.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

class Hurried : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    anew(1);
  }
  // A new process: nothing is read yet.
  void anew(std::int64_t hurry_from) {
    EngineOptions options;
    options.hurry_from = hurry_from;
    with_ = std::make_unique<Embeddings>(&table_, OpenModel());
    engine_.reset(new Engine{store::Access(*database_), clock_, options, touches_, *with_});
  }
  Found asked(const std::string& text, bool hurried = true) {
    Query query{text, {}, 10, {}, {}, true};
    query.hurried = hurried;
    return must(recall(*engine_, query));
  }

  WordEmbedder table_{"table", little_language()};
  std::unique_ptr<Embeddings> with_;
};

TEST_F(Hurried, ComparesWhatLiesAroundTheWords) {
  keep("near", "an automobile");
  keep("named", "the car is red");
  for (int i = 0; i < 200; ++i) keep("filler " + std::to_string(i), "tea and berlin");
  keep("far", "an automobile of somebody else");

  const Found found = asked("which car");
  EXPECT_TRUE(found.partly);
  EXPECT_EQ(titles(found.hits).front(), "named");
  EXPECT_THAT(titles(found.hits), Contains("near")) << "without its words, in the same block";
  EXPECT_THAT(titles(found.hits), Not(Contains("far")));

  const Found all = asked("which car", false);
  EXPECT_FALSE(all.partly);
  EXPECT_THAT(titles(all.hits), Contains("far"));
  EXPECT_FALSE(asked("which car").partly) << "what was read is used";
}

TEST_F(Hurried, WhatAServerHasCopiedIsReadWhole) {
  keep("named", "the car is red");
  for (int i = 0; i < 200; ++i) keep("filler " + std::to_string(i), "tea and berlin");
  keep("far", "an automobile of somebody else");
  EXPECT_TRUE(asked("which car").partly);
  engine_->options.copy_from = 1;
  must(copy_passages(*engine_));
  if (!must(engine_->database.read([](store::Reader& reader) -> Result<bool> {
        return PassageIndex::is_copied(reader, 0);
      })))
    GTEST_SKIP() << "a database on a server has no place for a copy";
  anew(100);
  const Found found = asked("which car");
  EXPECT_FALSE(found.partly);
  EXPECT_THAT(titles(found.hits), Contains("far"));
  anew(1);
  EXPECT_TRUE(asked("which car").partly) << "of very many";
}

TEST_F(Hurried, SmallDatabasesAreReadWhole) {
  anew(100);
  keep("wheels", "an automobile");
  const Found found = asked("which car");
  EXPECT_FALSE(found.partly);
  EXPECT_THAT(titles(found.hits), ElementsAre("wheels"));
}

TEST_F(Hurried, WordsThatNobodyUsesFindNothingAtFirst) {
  keep("wheels", "an automobile");
  const Found found = asked("which car");
  EXPECT_TRUE(found.partly);
  EXPECT_THAT(titles(found.hits), IsEmpty());
}

}  // namespace
}  // namespace aim::engine
