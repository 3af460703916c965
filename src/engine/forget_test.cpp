#include "engine/forget.h"

#include "engine/engine_testing.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs,
    ::testing::UnorderedElementsAre;

class Forgetting : public EngineTest {
 protected:
  Forgotten forgotten(const ForgetRequest& request) { return must(forget(*engine_, request)); }
  // Titles that a pattern would forget.
  Strings hit(const std::string& pattern) {
    Strings out;
    for (const auto& [id, title] : forgotten({"", pattern, {}, true}).listed) out.push_back(title);
    return out;
  }
};

TEST_F(Forgetting, WholeUnstemmedWords) {  // S16
  keep("1", "the gateway of version one");
  keep("2", "all gateways speak it");
  keep("3", "Gateway, again");
  keep("4", "subgateway");
  EXPECT_THAT(hit("gateway"), UnorderedElementsAre("1", "3"));
  EXPECT_THAT(hit("GATEWAYS"), ElementsAre("2"));
  EXPECT_THAT(hit("gate"), IsEmpty());
  EXPECT_THAT(hit("gateway the"), ElementsAre("1"));
  EXPECT_THAT(hit("gateway absent"), IsEmpty());
}

TEST_F(Forgetting, WordsMayStandInTitleContentAndTags) {
  Draft given = draft("alpha", "beta");
  given.tags = {"gamma delta"};
  keep(given);
  EXPECT_THAT(hit("alpha beta gamma"), ElementsAre("alpha"));
}

TEST_F(Forgetting, ArchivesAndRemoves) {
  const auto id = id_of("1", "gateway");
  keep("2", "other");
  EXPECT_EQ(forgotten({"", "gateway", {}, false}).count, 1);
  EXPECT_FALSE(there(id));
  EXPECT_THAT(listed(), ElementsAre("2"));
  EXPECT_THAT(searched("gateway"), IsEmpty());
  const auto archived = must(list_archive(*engine_, {}, 10, 0));
  ASSERT_THAT(archived, SizeIs(1));
  EXPECT_EQ(archived[0].memory.id, id);
  EXPECT_EQ(archived[0].reason, "forget");
  EXPECT_EQ(archived[0].archived_at.time, clock_.now());
}

TEST_F(Forgetting, ADryRunChangesNothing) {
  const auto id = id_of("1", "gateway");
  const Forgotten would = forgotten({"", "gateway", {}, true});
  EXPECT_EQ(would.count, 1);
  ASSERT_THAT(would.listed, SizeIs(1));
  EXPECT_EQ(would.listed[0].first, id);
  EXPECT_TRUE(there(id));
  EXPECT_THAT(must(list_archive(*engine_, {}, 10, 0)), IsEmpty());
}

TEST_F(Forgetting, EveryConditionMustHold) {
  keep("1", "gateway", "team");
  keep("2", "gateway", "team/api");
  keep("3", "gateway", "other");
  Draft given = draft("4", "gateway", "team");
  given.tier = Tier::long_term;
  keep(given);
  EXPECT_EQ(forgotten({"team", "gateway", Tier::mid_term, false}).count, 1);
  EXPECT_EQ(forgotten({"team/*", "", {}, true}).count, 2);
  EXPECT_EQ(forgotten({"", "", Tier::mid_term, false}).count, 2);
  EXPECT_THAT(listed(), ElementsAre("4"));
}

TEST_F(Forgetting, RefusesWhenNothingNarrowsIt) {
  keep("1");
  for (const char* pattern : {"", "  ", "?!", "***"})
    EXPECT_EQ(refusal(forget(*engine_, {"", pattern, {}, false})).code, Code::validation_failed)
        << pattern;
  EXPECT_THAT(listed(), ElementsAre("1"));
}

TEST_F(Forgetting, APatternWithoutWordsForgetsNoNamespace) {
  keep("1", "x", "team");
  for (const char* pattern : {" ", "?!", "***", "\xff"}) {
    EXPECT_EQ(refusal(forget(*engine_, {"team", pattern, {}, false})).field, "pattern") << pattern;
    EXPECT_EQ(refusal(forget(*engine_, {"", pattern, Tier::mid_term, false})).field, "pattern")
        << pattern;
  }
  EXPECT_THAT(listed(), ElementsAre("1"));
}

TEST_F(Forgetting, ManyAtOnce) {
  must(engine_->database.write([&](store::Writer& writer) -> Result<void> {
    for (int i = 0; i < 1'203; ++i) {
      auto memory = store::sqlite::testing::memory_of("id-" + std::to_string(i),
                                                      "t" + std::to_string(i), "x", "big");
      TRY_VOID(writer.memories.insert(memory));
    }
    return {};
  }));
  keep("stays");
  const Forgotten would = forgotten({"big", "", {}, true});
  EXPECT_EQ(would.count, 1'203);
  EXPECT_THAT(would.listed, SizeIs(1'000));
  EXPECT_EQ(forgotten({"big", "", {}, false}).count, 1'203);
  EXPECT_THAT(listed(), ElementsAre("stays"));
  EXPECT_EQ(must(archive_stats(*engine_)).count, 1'203);
}

TEST_F(Forgetting, RemoveByIdDoesNotArchiveWhatItsHistoryKeeps) {
  const auto id = id_of("1", "gateway");
  EXPECT_EQ(must(remove(*engine_, id.substr(0, 8))).id, id);
  EXPECT_FALSE(there(id));
  EXPECT_THAT(searched("gateway"), IsEmpty());
  EXPECT_EQ(must(count_archive(*engine_, {})), 0);
  const auto gone = must(list_archive(*engine_, {}, 10, 0));
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone.front().reason, "delete");
  EXPECT_EQ(refusal(remove(*engine_, id)).code, Code::not_found);
  EXPECT_NE(id_of("1", "gateway"), id);
}

}  // namespace
}  // namespace aim::engine
