#include "engine/language_model/autonomous.h"

#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/usage/touch_queue.h"
#include "llm/llm_testing.h"
#include "store/records.h"

namespace aim::engine::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// F3
class AutonomousTest : public EngineTest {
 protected:
  void SetUp() override {
    EngineTest::SetUp();
    engine_->llm = &model_;
    model_.say = [](const llm::Prompt& prompt) -> Result<std::string> {
      return llm::testing::wants(prompt, "tags") ? R"({"tags":["found"]})"
                                                 : R"({"contradicts":true})";
    };
    autonomous_.emplace(*engine_);
    run();  // the mark is set
  }
  // All there is to do.
  void run() {
    for (int i = 0; i < 1'000; ++i)
      if (!must(autonomous_->step()))
        return;
    FAIL() << "it never ends";
  }
  std::size_t asked(const std::string& member) const {
    return static_cast<std::size_t>(std::count_if(
        model_.asked.begin(), model_.asked.end(),
        [&](const llm::Prompt& prompt) { return llm::testing::wants(prompt, member); }));
  }
  Strings contradicted(const std::string& id) {
    Strings out;
    for (const Link& link : must(links_of(*engine_, id)))
      if (link.relation == "contradicts" && link.source_id == id)
        out.push_back(link.target_id);
    return out;
  }

  llm::testing::ToldModel model_;
  std::optional<Autonomous> autonomous_;
};

TEST_F(AutonomousTest, TagsAndLinksWhatIsStoredAndNothingTwice) {
  const std::string first = id_of("Deploys", "deploys go out on tuesday");
  const std::string second = id_of("Releases", "deploys go out on friday");
  const std::string apart = id_of("Other", "deploys somewhere else", "apart");
  run();
  EXPECT_THAT(now(first).tags, ElementsAre("found"));
  EXPECT_THAT(now(first).metadata, HasSubstr(R"("auto_tags":["found"])"));
  EXPECT_THAT(contradicted(first), ElementsAre(second));
  EXPECT_THAT(contradicted(second), ElementsAre(first));
  EXPECT_THAT(contradicted(apart), IsEmpty()) << "another namespace";
  EXPECT_EQ(asked("tags"), 3U);
  EXPECT_TRUE(engine_->touches.empty()) << "looking is no use";
  must(promote(*engine_, first));
  run();
  EXPECT_EQ(asked("tags"), 3U) << "a promotion, or our own change, asks for nothing";
  Changes changes;
  changes.content = "deploys go out on monday";
  must(update(*engine_, first, changes));
  run();
  EXPECT_EQ(asked("tags"), 4U) << "a new text does";
}

TEST_F(AutonomousTest, WaitsWhileTheModelIsNotReadyAndForgetsNothing) {
  const std::string id = id_of("t", "c");
  model_.why = unavailable("later", "");
  EXPECT_EQ(refusal(autonomous_->step()).message, "later");
  EXPECT_THAT(model_.asked, IsEmpty());
  model_.why = {};
  run();
  EXPECT_THAT(now(id).tags, ElementsAre("found"));
}

TEST_F(AutonomousTest, WhatFailsHalfwayIsDoneAnewAndWhatIsHopelessIsPassedOver) {
  keep("Deploys", "deploys on tuesday");
  run();
  const std::string id = id_of("Releases", "deploys on friday");
  const auto well = model_.say;
  model_.say = [&](const llm::Prompt& prompt) -> Result<std::string> {
    if (llm::testing::wants(prompt, "tags"))
      return well(prompt);
    return Failure(unavailable("gone", ""));
  };
  EXPECT_EQ(refusal(autonomous_->step()).message, "gone");
  EXPECT_THAT(now(id).tags, IsEmpty()) << "all or nothing";
  model_.say = [&](const llm::Prompt& prompt) -> Result<std::string> {
    return llm::testing::wants(prompt, "tags") ? Result<std::string>("no") : well(prompt);
  };
  run();
  EXPECT_THAT(now(id).tags, IsEmpty());
  EXPECT_EQ(contradicted(id).size(), 1U);
}

TEST_F(AutonomousTest, PassesOverWhatIsGoneOrExpiredOrChangedMeanwhile) {
  const std::string gone = id_of("gone");
  must(remove(*engine_, gone));
  Draft brief = draft("brief");
  brief.ttl_secs = 10;
  const std::string expired = id_of(brief);
  clock_.advance(1min);
  run();
  EXPECT_THAT(model_.asked, IsEmpty());

  const std::string id = id_of("t", "old");
  bool first = true;
  model_.say = [&](const llm::Prompt& prompt) -> Result<std::string> {
    if (!llm::testing::wants(prompt, "tags"))
      return R"({"contradicts":false})";
    if (std::exchange(first, false)) {
      Changes changes;
      changes.content = "new";
      must(update(*engine_, id, changes));
      return R"({"tags":["of-the-old"]})";
    }
    return R"({"tags":["of-the-new"]})";
  };
  run();
  EXPECT_THAT(now(id).tags, ElementsAre("of-the-new"));
}

TEST_F(AutonomousTest, OneProcessAtATime) {
  id_of("t");
  Autonomous other(*engine_);
  EXPECT_FALSE(must(other.step()));
  EXPECT_THAT(model_.asked, IsEmpty());
  autonomous_.reset();
  EXPECT_TRUE(must(other.step()));
  EXPECT_EQ(asked("tags"), 1U);
}

// A client may store before the background has begun (S40).
TEST_F(AutonomousTest, LooksAtWhatWasStoredSinceTheServerStarted) {
  must(engine_->database.write(
      [](store::Writer& writer) { return writer.records.clear_fact(store::enriched_to); }));
  const std::string before = id_of("before");
  clock_.advance(std::chrono::seconds(1));
  const Time started = clock_.now();
  clock_.advance(std::chrono::seconds(1));
  const std::string first = id_of("first"), second = id_of("second");
  autonomous_.reset();
  autonomous_.emplace(*engine_, started);
  run();
  EXPECT_THAT(now(before).tags, IsEmpty());
  EXPECT_THAT(now(first).tags, ElementsAre("found"));
  EXPECT_THAT(now(second).tags, ElementsAre("found"));
}

TEST_F(AutonomousTest, AMarkBeyondTheEndIsNoReasonToWait) {
  must(engine_->database.write([](store::Writer& writer) {
    return writer.records.set_fact(store::enriched_to, 1'000'000);
  }));
  run();
  id_of("t");
  run();
  EXPECT_EQ(asked("tags"), 1U);
}

TEST_F(AutonomousTest, GoesThroughManyChanges) {
  for (int i = 0; i < 200; ++i) keep("t", std::to_string(i));
  const std::string id = id_of("last");
  run();
  EXPECT_THAT(now(id).tags, ElementsAre("found"));
  EXPECT_EQ(asked("tags"), 2U);
}

}  // namespace
}  // namespace aim::engine::testing
