// Two stores are searched as one.
#include "engine/engine_testing.h"
#include "engine/search/asked_once.h"
#include "engine/two_stores/find.h"
#include "engine/vectors/embeddings_testing.h"

namespace aim::engine::two_stores {
namespace {

using namespace engine::testing;
using ::testing::IsEmpty, ::testing::Not, ::testing::SizeIs;

class TwoStores : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    other_ = open("project.db");
    global_ = std::make_unique<Embeddings>(&table_, OpenModel());
    project_ = std::make_unique<Embeddings>(&table_, OpenModel());
    engine_.reset(new Engine{store::Access(*database_), clock_, {}, touches_, *global_});
    second_.reset(new Engine{store::Access(*other_), clock_, {}, touches_, *project_});
    keep("wheels", "she bought an automobile");
    must(remember(*second_, draft("pets", "the puppy and the car", "shop")));
  }
  void TearDown() override {
    second_.reset();
    EngineTest::TearDown();
    other_.reset();
  }
  Stores stores() { return {*engine_, second_.get(), "shop"}; }
  FindReply found(const std::string& text, bool by_relevance, std::int64_t limit = 10) {
    FindRequest request;
    request.query = text;
    request.by_relevance = by_relevance;
    request.limit = limit;
    return must(search(stores(), request));
  }

  WordEmbedder table_{"table", little_language()};
  std::unique_ptr<store::Store> other_;
  std::unique_ptr<Embeddings> global_, project_;
  std::unique_ptr<Engine> second_;
};

TEST_F(TwoStores, ASearchAsksItsModelOnce) {
  for (const bool by_relevance : {false, true}) {
    EXPECT_THAT(found("dog or automobile", by_relevance).hits, Not(IsEmpty()));
    const int before = table_.asked;
    EXPECT_THAT(found("which car or puppy", by_relevance).hits, Not(IsEmpty()));
    EXPECT_EQ(table_.asked, before + 1) << by_relevance;
  }
}

TEST_F(TwoStores, WhatFailsIsNotTriedAgain) {
  (void)found("car", false);
  const int before = table_.asked;
  EXPECT_THAT(found("an unspeakable car", false).hits, SizeIs(1)) << "by words";
  EXPECT_EQ(table_.asked, before + 1);
}

TEST(AskedOnce, KnowsModelsApart) {
  AskedOnce once;
  const embed::Identity one{"model", "test", 3}, other{"model", "test", 4};
  ChannelQuery made;
  made.vector = {1, 0, 0};
  once.keep(one, "a car", made);
  EXPECT_EQ(once.find(other, "a car"), nullptr);
  EXPECT_EQ(once.find(one, "a dog"), nullptr);
  ASSERT_NE(once.find(one, "a car"), nullptr);
  EXPECT_EQ(once.find(one, "a car")->vector, made.vector);
}

}  // namespace
}  // namespace aim::engine::two_stores
