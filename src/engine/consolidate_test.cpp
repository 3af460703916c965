#include "engine/consolidate.h"

#include "engine/engine_testing.h"
#include "engine/forget.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::SizeIs;

class Consolidated : public EngineTest {
 protected:
  std::string part(std::string title, Strings tags, std::int64_t priority, std::string metadata) {
    Draft given = draft(std::move(title), "word");
    given.tags = std::move(tags);
    given.priority = priority;
    given.metadata = std::move(metadata);
    return id_of(given);
  }
};

TEST_F(Consolidated, SeveralBecomeOne) {  // A7
  const auto a = part("A", {"x", "y"}, 3, R"({"k":1,"a":true})");
  const auto b = part("B", {"y", "z"}, 8, R"({"k":2})");
  use(a, 3);
  use(b, 2);
  must(add_link(*engine_, a, b, Relation::related_to));
  const Memory made =
      must(consolidate(*engine_, {{a.substr(0, 8), b}, "Both", "summary text", "team"}));
  const Memory memory = now(made.id);
  EXPECT_EQ(memory.title, "Both");
  EXPECT_EQ(memory.content, "summary text");
  EXPECT_EQ(memory.name_space, "team");
  EXPECT_EQ(memory.tier, Tier::long_term);
  EXPECT_FALSE(memory.expires_at);
  EXPECT_THAT(memory.tags, ElementsAre("x", "y", "z"));
  EXPECT_EQ(memory.priority, 8);
  EXPECT_EQ(memory.access_count, 5);
  EXPECT_EQ(memory.source, "consolidation");
  EXPECT_EQ(memory.metadata, R"({"k":2,"a":true,"derived_from":[")" + a + R"(",")" + b + R"("]})");
  EXPECT_FALSE(there(a));
  EXPECT_FALSE(there(b));
  EXPECT_THAT(searched("word"), IsEmpty());
  EXPECT_THAT(searched("summary"), ElementsAre("Both"));
  const auto archived = must(list_archive(*engine_, {}, 10, 0));
  ASSERT_THAT(archived, SizeIs(2));
  EXPECT_EQ(archived[0].reason, "consolidate");
}

TEST_F(Consolidated, MayTakeTheTitleOfAnOriginal) {
  const auto a = part("A", {}, 5, "{}"), b = part("B", {}, 5, "{}");
  EXPECT_NE(must(consolidate(*engine_, {{a, b}, "A", "s"})).id, a);
  EXPECT_THAT(listed(), ElementsAre("A"));
}

TEST_F(Consolidated, AllOrNothing) {
  const auto a = part("A", {}, 5, "{}"), b = part("B", {}, 5, "{}"), c = part("C", {}, 5, "{}");
  const Error unknown = refusal(consolidate(*engine_, {{a, "no such id", b}, "T", "s"}));
  EXPECT_EQ(unknown.code, Code::not_found);
  EXPECT_THAT(unknown.message, HasSubstr("no such id"));
  const Error taken = refusal(consolidate(*engine_, {{a, b}, "C", "s"}));
  EXPECT_EQ(taken.code, Code::conflict);
  EXPECT_THAT(taken.message, HasSubstr(c));
  const Error twice = refusal(consolidate(*engine_, {{a, a.substr(0, 8)}, "T", "s"}));
  EXPECT_EQ(twice.code, Code::validation_failed);
  EXPECT_EQ(listed().size(), 3U);
  EXPECT_THAT(must(list_archive(*engine_, {}, 10, 0)), IsEmpty());
}

TEST_F(Consolidated, KeepsAtMostFiftyTags) {
  Strings first, second;
  for (int i = 0; i < 40; ++i) {
    first.push_back("a" + std::to_string(i));
    second.push_back("b" + std::to_string(i));
  }
  const auto a = part("A", first, 5, "{}"), b = part("B", second, 5, "{}");
  EXPECT_EQ(must(consolidate(*engine_, {{a, b}, "T", "s"})).tags.size(), 50U);
}

TEST_F(Consolidated, OriginalsCanBeRestored) {
  const auto a = part("A", {"x"}, 5, R"({"k":1})"), b = part("B", {}, 5, "{}");
  must(consolidate(*engine_, {{a, b}, "Both", "s"}));
  must(restore(*engine_, a));
  EXPECT_EQ(now(a).metadata, R"({"k":1})");
  EXPECT_THAT(now(a).tags, ElementsAre("x"));
}

}  // namespace
}  // namespace aim::engine
