// Recall by meaning: what is found without its words, how vectors live with their memories (B4–B7,
// S2, S14).
#include <filesystem>
#include <fstream>

#include "engine/browse/review.h"
#include "engine/consolidate.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/embeddings_testing.h"
#include "engine/vectors/vectorize.h"
#include "store/search.h"
#include "store/types.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class ByMeaning : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    with(&table_, {});
  }
  // A new process, as far as meaning goes: the database stays.
  void with(const embed::Embedder* table, OpenModel open, OpenByName by_name = {}) {
    with_ = std::make_unique<Embeddings>(table, std::move(open), std::move(by_name));
    engine_.reset(new Engine{store::Access(*database_), clock_, {}, touches_, *with_});
  }
  OpenModel opens(std::string name = "model") {
    return [this, name]() -> Result<std::unique_ptr<embed::Embedder>> {
      ++opened_;
      return std::make_unique<WordEmbedder>(name, little_language());
    };
  }
  Found meant(const std::string& text, const Filter& filter = {}, std::int64_t limit = 10) {
    Query query{text, filter, limit, {}, {}, true};
    return must(recall(*engine_, query));
  }
  Strings found(const std::string& text, const Filter& filter = {}) {
    return titles(meant(text, filter).hits);
  }
  // What the first answer is explained by.
  Strings factors(const std::string& text) {
    const Found answer = meant(text);
    Strings names;
    for (const Factor& factor : answer.hits.at(0).score.factors) names.emplace_back(factor.name);
    return names;
  }
  Backfilled fill() { return must(backfill(*engine_, {})); }
  std::int64_t missing() { return must(count_without_vector(*engine_)); }

  WordEmbedder table_{"table", little_language()};
  int opened_ = 0;
  std::unique_ptr<Embeddings> with_;
};

TEST_F(ByMeaning, FindsWhatSharesNoWord) {
  keep("wheels", "she bought an automobile");
  keep("pets", "the puppy is asleep");
  EXPECT_THAT(found("which car"), ElementsAre("wheels"));
  EXPECT_THAT(recalled("which car"), IsEmpty()) << "by words alone";
  EXPECT_TRUE(meant("car").by_meaning);
}

TEST_F(ByMeaning, ATextThatTheModelDoesNotKnowIsLikeNothing) {
  bool knows = false;
  with(nullptr, [&]() -> Result<std::unique_ptr<embed::Embedder>> {
    auto model = std::make_unique<WordEmbedder>("model", little_language());
    model->knows = knows ? 1 : 0;
    return model;
  });
  keep("ข้าว", "automobile");  // the title belongs to the text
  keep("wheels", "automobile");
  fill();
  EXPECT_EQ(missing(), 0) << "it is not asked for again and again";
  knows = true;
  with(nullptr, [&]() -> Result<std::unique_ptr<embed::Embedder>> {
    return std::make_unique<WordEmbedder>("model", little_language());
  });
  EXPECT_THAT(found("which car"), ElementsAre("wheels"));
}

TEST_F(ByMeaning, WordsAndMeaningAddUp) {
  keep("one", "an automobile");
  keep("two", "a car");
  EXPECT_THAT(found("car"), ElementsAre("two", "one"));
}

TEST_F(ByMeaning, WhatMeansNothingFindsNothing) {
  keep("wheels", "an automobile");
  EXPECT_THAT(found("quite another thing"), IsEmpty());
  EXPECT_THAT(found(""), IsEmpty());
}

TEST_F(ByMeaning, FiltersHoldExactly) {
  for (int i = 0; i < 20; ++i) keep("far " + std::to_string(i), "automobile", "elsewhere");
  Draft tagged = draft("near", "automobile red tea", "here");
  tagged.tags = {"kept"};
  keep(tagged);
  keep("other", "automobile", "here");
  EXPECT_THAT(found("car", in("here")), ElementsAre("other", "near"));
  Filter filter;
  filter.tags = {"kept"};
  EXPECT_THAT(found("car", filter), ElementsAre("near"));
  filter = {};
  filter.tiers = {Tier::long_term};
  EXPECT_THAT(found("car", filter), IsEmpty());
}

TEST_F(ByMeaning, VectorsFollowTheirMemories) {
  const std::string id = id_of("thing", "an automobile");
  EXPECT_THAT(found("dog"), IsEmpty());
  Changes changes;
  changes.content = "a puppy";
  must(update(*engine_, id, changes));
  EXPECT_THAT(found("dog"), ElementsAre("thing"));
  EXPECT_THAT(found("car"), IsEmpty());
  must(forget(*engine_, {"global", "", {}, false}));
  EXPECT_THAT(found("dog"), IsEmpty());
  must(restore(*engine_, id));
  EXPECT_THAT(found("dog"), ElementsAre("thing"));
}

TEST_F(ByMeaning, AnotherProcessIsSeenAtOnce) {
  EXPECT_THAT(found("car"), IsEmpty());
  Embeddings theirs(&table_);
  Engine other{store::Access(*database_), clock_, {}, touches_, theirs};
  must(remember(other, draft("theirs", "automobile")));
  EXPECT_THAT(found("car"), ElementsAre("theirs"));
}

TEST_F(ByMeaning, LongMemoriesAreFoundByTheirEnd) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "nothing of interest in this line at all.\n";
  keep("long", text + "the puppy sleeps\n");
  EXPECT_THAT(found("dog"), ElementsAre("long"));
}

TEST_F(ByMeaning, NearOnesAreReviewedHoweverOldTheyAre) {  // L4
  const auto first = id_of("wheels", "an automobile"), second = id_of("tyres", "a car");
  for (int i = 0; i < 500; ++i)
    keep("filler", "filler " + std::to_string(i), "n" + std::to_string(i));
  ReviewPlace place;
  const auto page = [&] { return must(review(*engine_, ReviewKind::duplicate, 20, place)); };
  ReviewPage found = page();  // those of one content come first, page by page
  while (found.next && found.next->before == 0) {
    place = *found.next;
    found = page();
  }
  for (const ReviewItem& each : found.items) EXPECT_EQ(each.similarity, 1.0);
  ASSERT_TRUE(found.next) << "the newest five hundred were compared";
  place = *found.next;
  found = page();
  ASSERT_THAT(found.items, SizeIs(1));
  EXPECT_THAT((std::vector{found.items[0].memories[0].id, found.items[0].memories[1].id}),
              ::testing::UnorderedElementsAre(first, second));
  EXPECT_FALSE(found.next);
}

TEST_F(ByMeaning, TheModelIsNotOpenedToStore) {
  with(&table_, opens());
  keep("wheels", "automobile");
  EXPECT_EQ(opened_, 0);
  EXPECT_THAT(found("car"), ElementsAre("wheels"));
  EXPECT_EQ(opened_, 1);
  keep("pets", "puppy");
  EXPECT_EQ(missing(), 1) << "the first one; the second was stored while the model was open";
  EXPECT_EQ(fill().embedded, 1);
  EXPECT_EQ(missing(), 0);
  EXPECT_THAT(complaints(), IsEmpty());
}

TEST_F(ByMeaning, WhatWasStoredBeforeIsFilledIn) {
  with(nullptr, {});
  for (int i = 0; i < 300; ++i) keep("memory " + std::to_string(i), "automobile");
  with(&table_, {});
  EXPECT_THAT(meant("car").hits, SizeIs(10)) << "made while the question waits";
  EXPECT_EQ(missing(), 300) << "and not yet kept";
  EXPECT_EQ(must(count_waiting(*engine_)), 300);
  std::int64_t told = 0;
  BackfillOptions options;
  options.notify = [&](std::int64_t done, std::int64_t of, std::string_view what) {
    told = done * 1'000 + of;
    EXPECT_EQ(what, "passages");
  };
  EXPECT_EQ(must(backfill(*engine_, options)).embedded, 300);
  EXPECT_EQ(told, 300 * 1'000 + 300);
  EXPECT_EQ(missing(), 0);
  EXPECT_EQ(must(count_waiting(*engine_)), 0);
  EXPECT_EQ(fill().embedded, 0);
}

TEST_F(ByMeaning, BackfillMayBeStoppedAndGoesOn) {
  with(nullptr, {});
  for (int i = 0; i < 100; ++i) keep("memory " + std::to_string(i), "automobile");
  with(&table_, {});
  BackfillOptions few;
  few.most = 30;
  const Backfilled first = must(backfill(*engine_, few));
  EXPECT_EQ(first.embedded, 30);
  EXPECT_EQ(first.left, 70);
  EXPECT_EQ(fill().embedded, 70);
}

TEST_F(ByMeaning, WhatCannotBeEmbeddedIsStoredAndTriedLater) {
  with(nullptr, opens());
  keep("bad", "an unspeakable automobile");
  keep("good", "automobile");
  const Backfilled first = fill();
  EXPECT_EQ(first.embedded, 1);
  EXPECT_EQ(first.failed, 1);
  EXPECT_EQ(fill().failed, 0) << "not at once again";
  clock_.advance(3min);
  EXPECT_EQ(fill().failed, 1);
  EXPECT_THAT(found("automobile"), Contains("bad")) << "its words are found all the same";
}

TEST_F(ByMeaning, AModelThatCannotBeOpenedIsDoneWithout) {
  with(&table_, []() -> Result<std::unique_ptr<embed::Embedder>> {
    return Failure(Error{Code::unavailable, "the file is damaged", {}, {}, {}});
  });
  keep("wheels", "automobile");
  EXPECT_THAT(found("car"), ElementsAre("wheels"));
}

TEST_F(ByMeaning, AChangedModelTakesOver) {
  with(&table_, opens("old"));
  keep("wheels", "automobile");
  fill();
  with(&table_, opens("new"));
  EXPECT_THAT(found("car"), ElementsAre("wheels"));
  EXPECT_EQ(missing(), 1);
  fill();
  EXPECT_EQ(missing(), 0);
  const auto channels =
      must(engine_->database.read([](store::Reader& reader) { return reader.search.channels(); }));
  Strings models;
  for (const store::Channel& channel : channels) models.push_back(channel.model);
  EXPECT_THAT(models, Contains("new"));
  EXPECT_THAT(models, Not(Contains("old")));
}

TEST_F(ByMeaning, BothModelsAreAskedUntilTheNewOneHasMadeAll) {
  with(nullptr, opens("old"));
  keep("wheels", "automobile");
  keep("pets", "puppy");
  fill();
  with(nullptr, opens("new"),
       [](const std::string& name) -> Result<std::unique_ptr<embed::Embedder>> {
         return std::make_unique<WordEmbedder>(name, little_language());
       });
  EXPECT_THAT(found("car"), ElementsAre("wheels"));
  BackfillOptions one;
  one.most = 1;
  EXPECT_EQ(must(backfill(*engine_, one)).left, 1);
  EXPECT_THAT(found("car"), ElementsAre("wheels"));
  EXPECT_THAT(found("dog"), ElementsAre("pets"));
  EXPECT_THAT(factors("dog"), Contains("older_model"));
  fill();
  EXPECT_THAT(found("dog"), ElementsAre("pets"));
  EXPECT_THAT(factors("dog"), Not(Contains("older_model")));
}

TEST_F(ByMeaning, AChangeBackLeavesNothing) {
  with(&table_, opens("first"));
  keep("wheels", "automobile");
  fill();
  with(&table_, opens("second"));
  BackfillOptions none;
  none.most = 0;
  keep("pets", "puppy");
  EXPECT_THAT(found("car"), ElementsAre("wheels"));  // opens it
  keep("tea", "coffee");                             // its first vector
  with(&table_, opens("first"));
  BackfillOptions chosen;
  chosen.drop_others = true;
  must(backfill(*engine_, chosen));
  const auto channels =
      must(engine_->database.read([](store::Reader& reader) { return reader.search.channels(); }));
  EXPECT_THAT(channels, SizeIs(2)) << "the table's and the first model's";
}

TEST_F(ByMeaning, WhatHasNoVectorYetIsWeighedByTheRest) {
  with(&table_, opens());
  keep("first", "red automobile");
  fill();
  with(&table_, {});
  keep("second", "red automobile");
  with(&table_, opens());
  const auto hits = meant("red car").hits;
  ASSERT_THAT(hits, SizeIs(2));
  EXPECT_NEAR(hits[0].score.total, hits[1].score.total, 0.02) << "neither is held back by it";
}

TEST_F(ByMeaning, ATextIsEmbeddedOnceAModel) {
  WordEmbedder* model = nullptr;
  with(nullptr, [&model]() -> Result<std::unique_ptr<embed::Embedder>> {
    auto made = std::make_unique<WordEmbedder>("model", little_language());
    model = made.get();
    return made;
  });
  for (int i = 0; i < 5; ++i) keep("id" + std::to_string(i), "a red automobile");
  fill();
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->asked, 1) << "five memories of one text";
  keep("id6", "a red automobile");
  EXPECT_EQ(model->asked, 1);
  EXPECT_EQ(missing(), 0);
  must(forget(*engine_, {"global", "", {}, false}));
  keep("id7", "a red automobile");
  EXPECT_EQ(model->asked, 1) << "its slot was free, but not empty";
  EXPECT_THAT(found("car"), ElementsAre("id7"));
}

TEST_F(ByMeaning, NearlyTheSameIsTold) {
  with(&table_, opens());
  found("x");  // opens the model
  keep("first", "red automobile");
  keep("else", "red puppy");
  const StoredMemory second = keep("second", "red car");
  ASSERT_THAT(second.similar.memories, SizeIs(1));
  EXPECT_EQ(second.similar.memories[0].title, "first");
  EXPECT_NEAR(second.similar.memories[0].likeness, 1, 0.01);
  EXPECT_THAT(keep("third", "red car", "other").similar.memories, IsEmpty()) << "another namespace";
  EXPECT_THAT(keep("second", "red car").similar.memories, SizeIs(1)) << "never itself";
}

TEST_F(ByMeaning, ATightBudgetGoesToWhatDiffers) {
  keep("first", "the red car stands in the garage of our house in berlin");
  keep("again", "the red car stands in the garage of our house in berlin now");
  keep("other", "her car was sold last year, and nobody has missed it since");
  Query query{"car", {}, 10, {}, {}, true};
  query.budget_tokens = 32;  // two of them
  EXPECT_THAT(titles(must(recall(*engine_, query)).hits),
              ::testing::UnorderedElementsAre(::testing::AnyOf("first", "again"), "other"));
  query.budget_tokens = 60;
  EXPECT_THAT(must(recall(*engine_, query)).hits, SizeIs(3));
}

// What memory/blends_test.cpp computes by hand comes out of the database in that order.
TEST_F(ByMeaning, TheSeedsBlendsAreRankingsByName) {
  with(&table_, opens());
  keep("words", "a car, a car, a car");
  keep("meaning", "an automobile, red");
  keep("neither", "tea");
  fill();
  for (const Ranking ranking : {Ranking::hybrid_06, Ranking::mudpuppy, Ranking::vector_memory}) {
    Query query{"car", {}, 10, ranking, {}, true};
    const Found all = must(recall(*engine_, query));
    EXPECT_THAT(titles(all.hits), ElementsAre("words", "meaning", "neither")) << name_of(ranking);
    EXPECT_EQ(all.ranking, ranking);
    EXPECT_GT(all.hits[0].score.total, all.hits[1].score.total) << name_of(ranking);
    query.filter = in("elsewhere");
    EXPECT_THAT(must(recall(*engine_, query)).hits, IsEmpty());
  }
}

// ---- conversations ----

class InConversation : public ByMeaning {
 protected:
  void say(const std::string& session, const std::string& speaker, const std::string& text) {
    Draft line = draft("line " + std::to_string(++lines_), text);
    line.metadata = R"({"session_id":")" + session + R"(","speaker":")" + speaker + R"("})";
    keep(line);
    clock_.advance(1min);
  }
  int lines_ = 0;
};

TEST_F(InConversation, LinesLeanOnTheirNeighbours) {
  say("a", "ann", "which colour is your automobile");
  say("a", "bob", "it is dark");
  say("b", "ann", "it is dark");
  EXPECT_THAT(found("colour of the automobile"), ElementsAre("line 1", "line 2"));
}

TEST_F(InConversation, NotesDoNot) {
  Draft note = draft("note", "it is dark");
  note.metadata = R"({"session_id":"a"})";
  say("a", "ann", "which colour is your automobile");
  keep(note);
  EXPECT_THAT(found("colour of the automobile"), ElementsAre("line 1"));
}

TEST_F(InConversation, WhoIsNamedIsRaised) {
  say("a", "ann", "coffee in the morning");
  say("b", "bob", "coffee in the morning");
  EXPECT_THAT(found("what does bob drink: coffee"), ElementsAre("line 2", "line 1"));
  EXPECT_THAT(found("what does ann drink: coffee"), ElementsAre("line 1", "line 2"));
}

TEST_F(InConversation, QuestionsStandBehindAnswers) {
  say("a", "ann", "do you drink coffee?");
  say("b", "bob", "we all drink coffee.");
  EXPECT_THAT(found("drink coffee"), ElementsAre("line 2", "line 1"));
}

TEST_F(InConversation, FactorsAddUpToTheRelevance) {
  say("a", "ann", "which colour is your automobile");
  say("a", "bob", "it is a dark car?");
  for (const Hit& hit : meant("bob car").hits) {
    double sum = 0, relevance = 0;
    for (const Factor& factor : hit.score.factors) {
      if (factor.name == "relevance")
        relevance = factor.value;
      if (factor.name != "relevance" && factor.name != "priority" && factor.name != "confidence" &&
          factor.name != "recency")
        sum += factor.value * factor.weight;
    }
    EXPECT_GT(relevance, 0);
    EXPECT_LE(relevance, 1.0001);
    EXPECT_GT(sum, 0);
  }
}

}  // namespace
}  // namespace aim::engine
