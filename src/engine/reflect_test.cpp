#include "engine/reflect.h"

#include "engine/consolidate.h"
#include "engine/database.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/transfer/export_import.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class Reflecting : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    a_ = id_of("A");
    b_ = id_of("B");
  }
  Reflected think(const std::string& title, const Strings& sources, std::string content = "x") {
    return must(reflect(*engine_, draft(title, std::move(content), ""), sources));
  }
  std::string id_of_thought(const std::string& title, const Strings& sources) {
    return think(title, sources).kept.memory.id;
  }
  Error refused(const std::string& title, const Strings& sources) {
    return refusal(reflect(*engine_, draft(title), sources));
  }
  // Ids that a memory reflects on.
  Strings sources(const std::string& id) {
    Strings ids;
    for (const Link& link : must(links_of(*engine_, id)))
      if (link.relation == "reflects_on" && link.source_id == id)
        ids.push_back(link.target_id);
    return ids;
  }
  Strings lost(const std::string& id) {
    Strings titles;
    for (const LostSource& each : must(get(*engine_, id)).lost_sources)
      titles.push_back(each.title);
    return titles;
  }
  std::int64_t depth(const std::string& id) { return now(id).reflection_depth; }
  Result<Linked> point(const std::string& from, const std::string& to) {
    return add_link(*engine_, from, to, Relation::reflects_on);
  }

  std::string a_, b_;
};

TEST_F(Reflecting, KeepsAThoughtWithLinksToItsSources) {  // I1
  const Reflected reflected = think("Both", {a_.substr(0, 8), b_}, "what they share");
  const Memory kept = now(reflected.kept.memory.id);
  EXPECT_EQ(kept.kind, MemoryKind::reflection);
  EXPECT_EQ(kept.reflection_depth, 1);
  EXPECT_EQ(kept.content, "what they share");
  EXPECT_EQ(kept.name_space, "global");
  EXPECT_FALSE(reflected.kept.updated);
  EXPECT_THAT(reflected.source_ids, ElementsAre(a_, b_));
  EXPECT_THAT(sources(kept.id), UnorderedElementsAre(a_, b_));
  EXPECT_EQ(now(a_).kind, MemoryKind::observation);
  EXPECT_THAT(lost(kept.id), IsEmpty());
  EXPECT_EQ(must(stats(*engine_)).counts.reflections, 1);
}

TEST_F(Reflecting, StandsWhereItsFirstSourceDoesUnlessToldOtherwise) {
  const auto there = id_of("C", "x", "team/api");
  EXPECT_EQ(think("Near", {there, a_}).kept.memory.name_space, "team/api");
  const auto elsewhere = must(reflect(*engine_, draft("Far", "x", "thoughts"), {there}));
  EXPECT_EQ(elsewhere.kept.memory.name_space, "thoughts");
}

TEST_F(Reflecting, DepthIsOneMoreThanThatOfTheDeepestSource) {
  const auto first = id_of_thought("1", {a_});
  const auto second = id_of_thought("2", {first, b_});
  EXPECT_EQ(depth(second), 2);
  EXPECT_EQ(depth(id_of_thought("3", {a_, second})), 3);
}

TEST_F(Reflecting, RefusesToGoDeeperThanTheOptionsAllow) {
  std::string last = a_;
  for (const char* title : {"1", "2", "3"}) last = id_of_thought(title, {last});
  const Error error = refused("4", {b_, last});
  EXPECT_EQ(error.code, Code::validation_failed);
  EXPECT_EQ(error.field, "source_ids");
  EXPECT_THAT(error.message, HasSubstr("depth 4"));
  EXPECT_THAT(error.message, HasSubstr("limit is 3"));
  EXPECT_THAT(listed(), SizeIs(5));
  EngineOptions deeper;
  deeper.max_reflection_depth = 4;
  start(deeper);
  EXPECT_EQ(depth(id_of_thought("4", {b_, last})), 4);
}

TEST_F(Reflecting, RefusesSourcesThatAreMissingOrNamedTwiceOrTooMany) {
  const Error error = refused("T", {a_, "no such id"});
  EXPECT_EQ(error.code, Code::not_found);
  EXPECT_THAT(error.message, HasSubstr("source memory"));
  EXPECT_THAT(error.message, HasSubstr("no such id"));
  EXPECT_THAT(refused("T", {a_, a_.substr(0, 8)}).message, HasSubstr("twice"));
  EXPECT_EQ(refused("T", {}).code, Code::validation_failed);
  EXPECT_EQ(refused("T", Strings(101, a_)).code, Code::validation_failed);
  clock_.advance(8 * day);
  EXPECT_THAT(refused("T", {a_}).message, HasSubstr("expired"));
  EXPECT_THAT(listed(), IsEmpty());
}

// ---- the same title again ----

TEST_F(Reflecting, TheSameTitleAgainHasItsNewSourcesOnly) {
  const auto c = id_of("C");
  const auto inner = id_of_thought("Inner", {a_});
  const auto id = id_of_thought("T", {inner, b_});
  EXPECT_EQ(depth(id), 2);
  must(remove(*engine_, b_));
  EXPECT_THAT(lost(id), ElementsAre("B"));
  clock_.advance(1s);
  const Reflected again = think("T", {c});
  EXPECT_TRUE(again.kept.updated);
  EXPECT_EQ(again.kept.memory.id, id);
  EXPECT_EQ(depth(id), 1);
  EXPECT_THAT(sources(id), ElementsAre(c));
  EXPECT_THAT(lost(id), IsEmpty());
}

TEST_F(Reflecting, AnObservationOfThatTitleBecomesTheReflection) {
  think("A", {b_});
  EXPECT_EQ(now(a_).kind, MemoryKind::reflection);
  EXPECT_THAT(sources(a_), ElementsAre(b_));
}

TEST_F(Reflecting, AnOverwriteThatClosesACycleIsRefusedWhole) {
  const auto first = id_of_thought("1", {a_});
  const auto second = id_of_thought("2", {first});
  for (const auto& source : {first, second}) {
    const Error error = refused("A", {b_, source});
    EXPECT_EQ(error.code, Code::conflict);
    EXPECT_THAT(error.message, HasSubstr("cycle"));
  }
  EXPECT_THAT(refused("1", {first}).message, HasSubstr("own source"));
  EXPECT_EQ(now(a_).kind, MemoryKind::observation);
  EXPECT_THAT(sources(a_), IsEmpty());
  EXPECT_THAT(sources(first), ElementsAre(a_));
}

TEST_F(Reflecting, ADeeperOverwriteRaisesThoseAbove) {
  const auto deep = id_of_thought("Deep", {a_});
  const auto low = id_of_thought("Low", {b_});
  const auto high = id_of_thought("High", {low});
  EXPECT_EQ(depth(high), 2);
  id_of_thought("Low", {deep});
  EXPECT_EQ(depth(low), 2);
  EXPECT_EQ(depth(high), 3);
  // One more would lift the highest beyond the limit.
  const auto deeper = id_of_thought("Deeper", {deep});
  EXPECT_EQ(refused("Low", {deeper}).code, Code::validation_failed);
  EXPECT_EQ(depth(low), 2);
  EXPECT_THAT(sources(low), ElementsAre(deep));
}

TEST_F(Reflecting, AStoreUnderItsTitleChangesWhatItSays) {
  const auto id = id_of_thought("T", {a_});
  keep("T", "new words");
  EXPECT_EQ(now(id).content, "new words");
  EXPECT_EQ(now(id).kind, MemoryKind::reflection);
  EXPECT_EQ(depth(id), 1);
  EXPECT_THAT(sources(id), ElementsAre(a_));
}

// ---- links by hand ----

TEST_F(Reflecting, ALinkThatClosesACycleIsRefused) {
  const auto first = id_of_thought("1", {a_});
  const auto second = id_of_thought("2", {first});
  for (const auto& [from, to] : {std::pair(a_, first), {a_, second}, {first, second}}) {
    const Error error = refusal(point(from, to));
    EXPECT_EQ(error.code, Code::conflict);
    EXPECT_THAT(error.message, HasSubstr("cycle"));
  }
  must(point(second, a_));
  must(point(second, a_));
  must(point(a_, b_));
  must(add_link(*engine_, a_, second, Relation::related_to));
}

TEST_F(Reflecting, ALinkDeepensItsReflectionAndThoseAbove) {
  const auto low = id_of_thought("Low", {a_});
  const auto high = id_of_thought("High", {low});
  const auto other = id_of_thought("Other", {b_});
  must(point(low, other));
  EXPECT_EQ(depth(low), 2);
  EXPECT_EQ(depth(high), 3);
  const auto deeper = id_of_thought("Deeper", {other});
  const Error error = refusal(point(low, deeper));
  EXPECT_EQ(error.code, Code::validation_failed);
  EXPECT_EQ(error.field, "target_id");
  EXPECT_EQ(depth(low), 2);
  EXPECT_EQ(depth(high), 3);
  // What goes does not make a thought shallower.
  must(remove_link(*engine_, low, other, Relation::reflects_on));
  EXPECT_EQ(depth(low), 2);
}

TEST_F(Reflecting, AnObservationStaysOneWhateverItPointsAt) {
  const auto first = id_of_thought("1", {b_});
  must(point(a_, first));
  EXPECT_EQ(now(a_).kind, MemoryKind::observation);
  EXPECT_EQ(depth(a_), 0);
}

// ---- sources that go and come back ----

TEST_F(Reflecting, ADeletedSourceIsSeenInTheReflection) {
  const auto id = id_of_thought("T", {a_, b_});
  must(remove(*engine_, a_));
  const auto got = must(get(*engine_, id));
  ASSERT_THAT(got.lost_sources, SizeIs(1));
  EXPECT_EQ(got.lost_sources.front().id, a_);
  EXPECT_EQ(got.lost_sources.front().title, "A");
  EXPECT_EQ(got.lost_sources.front().lost_at.time, clock_.now());
  EXPECT_THAT(sources(id), ElementsAre(b_));
  EXPECT_EQ(depth(id), 1);
}

TEST_F(Reflecting, SourcesAreLostToForgettingAndCollection) {
  const auto c = id_of("C"), d = id_of("D"), e = id_of("E");
  Draft thought = draft("T");
  thought.tier = Tier::long_term;
  const auto id = must(reflect(*engine_, thought, {a_, c, d, e})).kept.memory.id;
  must(forget(*engine_, {"", "A", {}}));
  clock_.advance(1s);
  const auto both = must(consolidate(*engine_, {{c, d}, "CD", "both"})).id;
  clock_.advance(8 * day);
  must(collect_expired(*engine_));
  EXPECT_THAT(lost(id), UnorderedElementsAre("A", "E"));
  EXPECT_THAT(sources(id), ElementsAre(both)) << "what was consolidated is a source still (S34)";
  EXPECT_TRUE(there(id));
}

TEST_F(Reflecting, ASourceThatIsRestoredIsLinkedAgain) {
  const auto id = id_of_thought("T", {a_, b_});
  must(forget(*engine_, {"", "A", {}}));
  EXPECT_THAT(lost(id), ElementsAre("A"));
  must(restore(*engine_, a_));
  EXPECT_THAT(lost(id), IsEmpty());
  EXPECT_THAT(sources(id), UnorderedElementsAre(a_, b_));
}

TEST_F(Reflecting, ARestoredReflectionHasItsSourcesAndThoseItHasLost) {
  const auto c = id_of("C");
  const auto id = id_of_thought("T", {a_, b_, c});
  const auto above = id_of_thought("Above", {id});
  must(remove(*engine_, c));
  clock_.advance(1h);  // the last to go is the first of the list
  must(forget(*engine_, {"", "T", {}}));
  ASSERT_EQ(must(count_archive(*engine_, {})), 1);
  EXPECT_THAT(must(list_archive(*engine_, {}, 10, 0)).front().source_ids,
              UnorderedElementsAre(a_, b_, c));
  EXPECT_THAT(lost(above), ElementsAre("T"));
  must(remove(*engine_, b_));
  clock_.advance(1s);
  must(restore(*engine_, id));
  EXPECT_EQ(now(id).kind, MemoryKind::reflection);
  EXPECT_EQ(depth(id), 1);
  EXPECT_THAT(sources(id), ElementsAre(a_));
  EXPECT_THAT(lost(id), UnorderedElementsAre("B", "C"));
  EXPECT_THAT(sources(above), ElementsAre(id));
  EXPECT_THAT(lost(above), IsEmpty());
}

// ---- finding ----

TEST_F(Reflecting, FiltersTellKindsApart) {
  keep("Port", "it listens on 8080");
  think("Ports", {a_}, "it listens everywhere");
  Filter reflections, observations;
  reflections.kind = MemoryKind::reflection;
  observations.kind = MemoryKind::observation;
  EXPECT_THAT(listed(reflections), ElementsAre("Ports"));
  EXPECT_THAT(listed(observations), UnorderedElementsAre("A", "B", "Port"));
  EXPECT_THAT(recalled("listens", reflections), ElementsAre("Ports"));
  EXPECT_THAT(recalled("listens", observations), ElementsAre("Port"));
  EXPECT_THAT(searched("listens", reflections), ElementsAre("Ports"));
  EXPECT_THAT(searched("listens", observations), ElementsAre("Port"));
  EXPECT_THAT(recalled("listens"), SizeIs(2));
}

// ---- imports ----

TEST_F(Reflecting, AnImportLeavesOutLinksThatCloseACycle) {
  const auto first = id_of_thought("1", {a_});
  ImportReport report;
  const auto link = [](const std::string& from, const std::string& to) {
    Link made;
    made.source_id = from;
    made.target_id = to;
    made.relation = "reflects_on";
    return made;
  };
  must(import_links(*engine_, {{0, link(a_, first)}, {1, link(first, b_)}}, report));
  ASSERT_THAT(report.errors, SizeIs(1));
  EXPECT_EQ(report.errors.front().index, 0U);
  EXPECT_THAT(report.errors.front().reason, HasSubstr("cycle"));
  EXPECT_THAT(sources(first), UnorderedElementsAre(a_, b_));
}

}  // namespace
}  // namespace aim::engine
