#include "engine/duplicates/duplicates.h"

#include "engine/engine_testing.h"
#include "engine/vectors/backfill.h"
#include "engine/vectors/embeddings.h"
#include "engine/vectors/embeddings_testing.h"
#include "memory/titles.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::SizeIs,
    ::testing::UnorderedElementsAre;

class Duplicated : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    with_model_ =
        std::make_unique<Embeddings>(nullptr, []() -> Result<std::unique_ptr<embed::Embedder>> {
          return std::unique_ptr<embed::Embedder>(
              std::make_unique<WordEmbedder>("little", little_language()));
        });
    model_engine_.reset(new Engine{store::Access(*database_), clock_, {}, touches_, *with_model_});
  }
  std::string put_in(std::string content, Strings tags = {}, std::int64_t priority = 5,
                     std::string metadata = "{}") {
    Draft given = draft(derived_title(content), content);
    given.tags = std::move(tags);
    given.priority = priority;
    given.metadata = std::move(metadata);
    given.tier = Tier::long_term;
    const std::string id = id_of(given);
    clock_.advance(1s);
    return id;
  }
  static Strings ids(const DuplicateGroup& group) {
    Strings out;
    for (const Memory& each : group.memories) out.push_back(each.id);
    return out;
  }
  Duplicates found(double threshold = 0.95) {
    must(backfill(*model_engine_, {}));
    return must(find_duplicates(*model_engine_, {"", threshold, 20}));
  }

  std::unique_ptr<Embeddings> with_model_;
  std::unique_ptr<Engine> model_engine_;
};

TEST_F(Duplicated, AreFoundByMeaning) {  // J4
  const auto a = put_in("the car and the dog"), b = put_in("an automobile with a puppy");
  put_in("red tea in berlin");
  const Duplicates all = found();
  EXPECT_TRUE(all.by_model);
  EXPECT_EQ(all.compared, 3);
  EXPECT_EQ(all.without_vector, 0);
  ASSERT_THAT(all.groups, SizeIs(1));
  EXPECT_THAT(ids(all.groups[0]), ElementsAre(b, a));  // the newer one is kept
  EXPECT_NEAR(all.groups[0].similarity, 1, 0.001);
  EXPECT_THAT(all.groups[0].differs, ElementsAre("words"));  // for who merges without being asked
}

TEST_F(Duplicated, AreNoChains) {  // A~B~C, A≁C
  const auto a = put_in("car dog tea"), b = put_in("car dog red tea"), c = put_in("car red tea");
  const Duplicates all = found(0.85);
  ASSERT_THAT(all.groups, SizeIs(1));
  EXPECT_THAT(all.groups[0].memories, SizeIs(2));
  EXPECT_THAT(found(0.5).groups.front().memories, SizeIs(3));
}

TEST_F(Duplicated, TellInWhatTheyDiffer) {
  put_in("the car needs 3 dogs, dog");
  put_in("the car needs 4 dogs, dog");
  const Duplicates all = found();
  ASSERT_THAT(all.groups, SizeIs(1));
  EXPECT_THAT(all.groups[0].differs, ElementsAre("numbers"));
}

TEST_F(Duplicated, StayInTheirNamespace) {
  keep("A", "car dog", "one");
  keep("B", "automobile puppy", "two");
  EXPECT_THAT(found().groups, IsEmpty());
  keep("C", "puppy automobile", "two");
  must(backfill(*model_engine_, {}));
  EXPECT_THAT(must(find_duplicates(*model_engine_, {"two", 0.95, 20})).groups, SizeIs(1));
  EXPECT_THAT(must(find_duplicates(*model_engine_, {"one", 0.95, 20})).groups, IsEmpty());
}

TEST_F(Duplicated, AreFoundByWordsWithoutAModel) {
  const auto a = put_in("Deploys go out on Tuesdays."), b = put_in("deploys go out on tuesdays");
  put_in("on Tuesdays deploys go out");
  const Duplicates all = must(find_duplicates(*engine_, {}));
  EXPECT_FALSE(all.by_model);
  EXPECT_EQ(all.compared, 3);
  ASSERT_THAT(all.groups, SizeIs(1));
  EXPECT_THAT(ids(all.groups[0]), ElementsAre(b, a));
}

TEST_F(Duplicated, AreFoundForATextThatIsNotThereYet) {
  const auto a = put_in("the car and the dog");
  put_in("tea in berlin");
  must(backfill(*model_engine_, {}));
  Memory fresh;
  fresh.content = "puppy, automobile";
  fresh.title = derived_title(fresh.content);
  const auto near = must(near_duplicates(*model_engine_, fresh, {"global", 0.9, 5, {}}));
  ASSERT_THAT(near, SizeIs(1));
  EXPECT_EQ(near[0].memory.id, a);
  EXPECT_THAT(must(near_duplicates(*model_engine_, fresh, {"global", 0.9, 5, a})), IsEmpty());
  EXPECT_THAT(must(near_duplicates(*model_engine_, fresh, {"elsewhere", 0.9, 5, {}})), IsEmpty());
}

TEST_F(Duplicated, AreLookedForBySharedVectors) {
  const auto a = put_in("the car and the dog"), b = put_in("tea in berlin");
  must(backfill(*model_engine_, {}));
  Memory fresh, other;
  fresh.content = "puppy, automobile";
  other.content = "berlin, tea";
  TextVectors made;
  const auto nearest = [&](const Memory& memory) {
    const auto near = must(near_duplicates(*model_engine_, memory, {"global", 0.9, 5, {}, &made}));
    return near.empty() ? std::string() : near[0].memory.id;
  };
  EXPECT_EQ(nearest(fresh), a);
  ASSERT_THAT(made.rows, SizeIs(1)) << "left for the next store";
  const auto text = made.rows[0].head.text;
  EXPECT_EQ(nearest(fresh), a);
  EXPECT_EQ(made.rows[0].head.text, text);
  EXPECT_EQ(nearest(other), b) << "of another text they are made anew";
  EXPECT_NE(made.rows[0].head.text, text);
}

TEST_F(Duplicated, BecomeOne) {  // J4
  const auto a = put_in("car dog", {"x", "y"}, 8, R"({"k":1,"a":true})");
  const auto b = put_in("automobile puppy", {"z"}, 5, R"({"k":2})");
  use(a, 3);
  use(b, 2);
  const auto born = now(a).created_at;
  must(add_link(*engine_, a, id_of("Other"), Relation::related_to));
  const auto merged = must(merge_duplicates(*engine_, {a, b}));
  EXPECT_EQ(merged.survivor.id, b);
  EXPECT_THAT(merged.superseded, ElementsAre(a));
  const Memory memory = now(b);
  EXPECT_EQ(memory.content, "automobile puppy");
  EXPECT_THAT(memory.tags, ElementsAre("z", "x", "y"));
  EXPECT_EQ(memory.priority, 8);
  EXPECT_EQ(memory.access_count, 5);
  EXPECT_EQ(memory.created_at.time, born.time);
  EXPECT_EQ(memory.metadata, R"({"k":2,"a":true,"supersedes":[")" + a + R"("]})");
  EXPECT_EQ(must(links_of(*engine_, b)).size(), 1U);
  EXPECT_FALSE(there(a));
  const auto archived = must(list_archive(*engine_, {}, 10, 0));
  ASSERT_THAT(archived, SizeIs(1));
  EXPECT_EQ(archived[0].reason, "merge");
  EXPECT_THAT(archived[0].memory.metadata, HasSubstr(R"("superseded_by":")" + b));
  must(restore(*engine_, a));
  EXPECT_TRUE(there(a));
}

TEST_F(Duplicated, KeepTheContentThatSaysMore) {
  const auto a = put_in("the car and the dog of berlin"), b = put_in("the car and the dog");
  const Memory memory = must(merge_duplicates(*engine_, {b, a})).survivor;
  EXPECT_EQ(memory.id, b);
  EXPECT_EQ(memory.content, "the car and the dog of berlin");
  EXPECT_EQ(memory.title, memory.content);  // untitled ones are called by what they say
  EXPECT_THAT(searched("berlin"), SizeIs(1));
}

TEST_F(Duplicated, AreNotUnitedByHalves) {
  const auto a = put_in("car"), b = put_in("dog");
  const auto c = id_of("C", "tea", "elsewhere");
  EXPECT_EQ(refusal(merge_duplicates(*engine_, {a, "no such id", b})).code, Code::not_found);
  EXPECT_EQ(refusal(merge_duplicates(*engine_, {a, a})).code, Code::validation_failed);
  EXPECT_EQ(refusal(merge_duplicates(*engine_, {a})).code, Code::validation_failed);
  EXPECT_THAT(refusal(merge_duplicates(*engine_, {a, c})).message, HasSubstr("one namespace"));
  EXPECT_TRUE(there(a) && there(b));
}

}  // namespace
}  // namespace aim::engine
