#include "engine/standards.h"

#include "engine/consolidate.h"
#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/remember.h"
#include "engine/undo.h"
#include "engine/usage/touch_queue.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::IsEmpty, ::testing::SizeIs;

class Standards : public EngineTest {
 protected:
  std::string lasting(std::string title, std::string content = "rule",
                      std::string name_space = "global") {
    Draft given = draft(std::move(title), std::move(content), std::move(name_space));
    given.tier = Tier::long_term;
    return id_of(given);
  }
  void set(const std::string& name_space, const std::string& id,
           std::optional<std::string> parent = {}) {
    must(set_standard(*owner_, name_space, id, parent));
  }
  void SetUp() override {
    EngineTest::SetUp();
    owner_ = std::make_unique<Engine>(*engine_);
    owner_->by_owner = true;
  }
  std::unique_ptr<Engine> owner_;
  Strings chain(const std::string& name_space) {
    Strings names;
    for (const Standard& each : must(get_standard_chain(*engine_, name_space)))
      names.push_back(each.name_space);
    return names;
  }
  Strings standards(const std::string& name_space) {
    return titles(ask("nothing like it", in(name_space)).standards);
  }
};

TEST_F(Standards, TheChainFollowsTheHierarchy) {  // wire.md 2.6
  EXPECT_THAT(chain("team/api/v1"), ElementsAre("*", "team", "team/api", "team/api/v1"));
  EXPECT_THAT(chain("team"), ElementsAre("*", "team"));
  EXPECT_THAT(chain("team/*"), ElementsAre("*", "team"));
  EXPECT_THAT(chain("*"), ElementsAre("*"));
  EXPECT_THAT(chain(""), ElementsAre("*"));
}

TEST_F(Standards, ComeBackWithTheirMemories) {
  const auto id = lasting("S"), other = lasting("Other");
  set("team", id);
  must(remove(*engine_, id));
  EXPECT_THAT(standards("team"), IsEmpty());
  must(undo(*engine_, ""));
  EXPECT_THAT(standards("team"), ElementsAre("S"));
  must(consolidate(*engine_, {.ids = {id, other}, .title = "Both", .summary = "both"}));
  must(undo(*engine_, ""));
  EXPECT_THAT(standards("team"), ElementsAre("S"));
  must(forget(*engine_, {.name_space = "global", .pattern = "rule"}));
  EXPECT_THAT(standards("team"), IsEmpty());
  must(undo(*engine_, ""));
  EXPECT_THAT(standards("team"), ElementsAre("S"));
  must(remove(*engine_, id));
  set("team", other);
  must(undo(*engine_, id));
  EXPECT_THAT(standards("team"), ElementsAre("Other")) << "what was set since stays";
  must(set_standard(*engine_, "proposed", id, {}));
  must(remove(*engine_, id));
  must(undo(*engine_, ""));
  EXPECT_THAT(standards("proposed"), IsEmpty()) << "a proposal comes back as one";
}

TEST_F(Standards, ANamedParentWinsOverTheHierarchy) {
  const auto id = lasting("S");
  set("team/api", id, "company");
  set("company", id, "world");
  EXPECT_THAT(chain("team/api/v1"),
              ElementsAre("*", "world", "company", "team/api", "team/api/v1"));
  set("team/api", id);  // a parent that is not named again stays
  EXPECT_THAT(chain("team/api"), ElementsAre("*", "world", "company", "team/api"));
}

TEST_F(Standards, FromElsewhereHoldOnlyWhenTheOwnerConfirmsThem) {  // S61
  const auto id = lasting("S"), other = lasting("T");
  set("team", id, "company");
  set("company", other);
  must(engine_->database.write(
      [](store::Writer& writer) { return writer.memories.doubt_standard("team"); }));
  EXPECT_THAT(standards("team"), IsEmpty()) << "neither it nor the parent that it names";
  EXPECT_THAT(must(unconfirmed_standards(*engine_, "team/api")), SizeIs(1));
  EXPECT_FALSE(must(get_standard(*engine_, "team")).confirmed);
  EXPECT_FALSE(must(set_standard(*engine_, "team", id, {})).confirmed) << "an assistant";
  EXPECT_EQ(refusal(confirm_standard(*engine_, id)).field, "id");
  EXPECT_THAT(standards("team"), IsEmpty());
  EXPECT_THAT(must(confirm_standard(*owner_, id)).name_spaces, ElementsAre("team"));
  EXPECT_THAT(standards("team"), ElementsAre("T", "S"));
  EXPECT_EQ(refusal(confirm_standard(*owner_, id)).code, Code::not_found);
  EXPECT_THAT(must(unconfirmed_standards(*engine_, "team")), IsEmpty());
}

TEST_F(Standards, WhatIsConfirmedHoldsWhileAnotherIsProposed) {  // S61
  const auto id = lasting("S"), other = lasting("T");
  set("team", id, "company");
  EXPECT_FALSE(must(set_standard(*engine_, "team", other, {})).confirmed);
  EXPECT_THAT(standards("team"), ElementsAre("S"));
  EXPECT_EQ(refusal(set_standard(*engine_, "team", other, "else")).field, "parent");
  const auto waiting = must(unconfirmed_standards(*engine_, "team"));
  ASSERT_THAT(waiting, SizeIs(1));
  EXPECT_EQ(waiting.front().memory->id, other);
  EXPECT_TRUE(must(set_standard(*engine_, "team", id, {})).confirmed) << "it holds already";
  must(confirm_standard(*owner_, other));
  EXPECT_THAT(standards("team"), ElementsAre("T"));
  EXPECT_THAT(chain("team"), ElementsAre("*", "company", "team"));
}

TEST_F(Standards, AProposalIsUndoneToTheOneBefore) {  // T3
  const auto id = lasting("S"), other = lasting("T"), third = lasting("U");
  const auto propose = [&](const std::string& memory, std::optional<std::string> parent = {}) {
    clock_.advance(1s);
    must(set_standard(*engine_, "team", memory, parent));
  };
  const auto row = [&] {
    const auto found = must(engine_->database.read(
        [](store::Reader& reader) { return reader.memories.find_standard("team"); }));
    return found ? found->id.value_or("") + " " + found->parent.value_or("") + " " +
                       found->proposed.value_or("") + (found->confirmed ? "" : "?")
                 : "none";
  };
  propose(id, "company");
  propose(other, "club");
  EXPECT_EQ(row(), other + " club ?");
  EXPECT_EQ(must(undo(*engine_, "")).id, other);
  EXPECT_EQ(row(), id + " company ?");
  must(undo(*engine_, id));
  EXPECT_EQ(row(), "none");
  set("team", id);
  propose(other);
  propose(third);
  EXPECT_EQ(row(), id + "  " + third);
  must(undo(*engine_, ""));
  EXPECT_EQ(row(), id + "  " + other);
  must(undo(*engine_, ""));
  EXPECT_EQ(row(), id + "  ");
  propose(other);
  must(confirm_standard(*owner_, other));
  must(undo(*owner_, ""));
  must(undo(*owner_, ""));
  EXPECT_EQ(row(), id + "  ");
}

TEST_F(Standards, WordsThatTheOwnerHasNotSaidAreAProposal) {  // S61
  const auto id = lasting("S");
  set("team", id);
  Changes changes;
  changes.content = "the owner's words";
  must(update(*owner_, id, changes));
  changes.content.reset();
  changes.priority = 9;
  must(update(*engine_, id, changes));
  EXPECT_THAT(standards("team"), ElementsAre("S"));
  changes.content = "somebody's words";
  must(update(*engine_, id, changes));
  EXPECT_THAT(standards("team"), IsEmpty());
  must(confirm_standard(*owner_, id));
  lasting("S", "the same title again");
  EXPECT_THAT(standards("team"), IsEmpty());
  must(confirm_standard(*owner_, id));
  must(undo(*engine_, id));
  EXPECT_THAT(standards("team"), IsEmpty());
}

TEST_F(Standards, CirclesEnd) {
  const auto id = lasting("S");
  set("a", id, "b");
  set("b", id, "c");
  set("c", id, "a");
  EXPECT_THAT(chain("a"), ElementsAre("*", "c", "b", "a"));
  EXPECT_THAT(chain("c"), ElementsAre("*", "b", "a", "c"));
  EXPECT_EQ(refusal(set_standard(*owner_, "a", id, "a")).field, "parent");
  EXPECT_EQ(refusal(set_standard(*engine_, "*", id, "a")).field, "parent");
}

TEST_F(Standards, LongChainsEnd) {
  const auto id = lasting("S");
  for (int i = 0; i < 60; ++i) set("n" + std::to_string(i), id, "n" + std::to_string(i + 1));
  EXPECT_LE(chain("n0").size(), 20U);
}

TEST_F(Standards, RecallPutsThemFirstOutermostFirst) {  // C3
  set("*", lasting("All"));
  set("team", lasting("Team"));
  set("team/api", lasting("Api"));
  EXPECT_THAT(standards("team/api"), ElementsAre("All", "Team", "Api"));
  EXPECT_THAT(standards("team"), ElementsAre("All", "Team"));
  EXPECT_THAT(standards("team/*"), ElementsAre("All", "Team"));
  EXPECT_THAT(standards("else"), ElementsAre("All"));
  EXPECT_THAT(standards(""), ElementsAre("All"));
  EXPECT_THAT(titles(must(session_start(*engine_, "team", 10)).standards),
              ElementsAre("All", "Team"));
  EXPECT_THAT(must(search(*engine_, {"rule", in("team"), 10, {}, {}})).standards, IsEmpty());
}

TEST_F(Standards, AStandardIsNoHitAndOnlyOnceThere) {
  const auto id = lasting("S", "word", "team");
  lasting("other", "word", "team");
  set("*", id);
  set("team", id);
  const Found found = ask("word", in("team"));
  EXPECT_THAT(titles(found.standards), ElementsAre("S"));
  EXPECT_THAT(titles(found.hits), ElementsAre("other"));
  settle();
  EXPECT_EQ(now(id).access_count, 1);  // it was answered, so it was used
  const Found started = must(session_start(*engine_, "team", 10));
  EXPECT_THAT(titles(started.hits), ElementsAre("other"));
}

TEST_F(Standards, AnExpiredOrGoneMemoryIsNoStandard) {
  Draft given = draft("S");
  given.ttl_secs = 60;
  const auto id = id_of(given);
  set("team", id);
  clock_.advance(61s);
  EXPECT_THAT(standards("team"), IsEmpty());
  must(collect_expired(*engine_));
  EXPECT_FALSE(must(get_standard(*engine_, "team")).memory);
  const auto other = lasting("T");
  set("team", other);
  must(remove(*engine_, other));
  EXPECT_FALSE(must(get_standard(*engine_, "team")).memory);
  EXPECT_THAT(chain("team"), ElementsAre("*", "team"));
}

TEST_F(Standards, SetGetClear) {
  const auto id = lasting("S"), other = lasting("T");
  EXPECT_FALSE(must(get_standard(*engine_, "team")).memory);
  set("team", id.substr(0, 8));
  EXPECT_EQ(must(get_standard(*engine_, "team")).memory->id, id);
  set("team", other);
  EXPECT_EQ(must(get_standard(*engine_, "team")).memory->id, other);
  EXPECT_TRUE(must(clear_standard(*engine_, "team")));
  EXPECT_FALSE(must(clear_standard(*engine_, "team")));
  EXPECT_FALSE(must(get_standard(*engine_, "team")).memory);
  EXPECT_TRUE(there(other));
  EXPECT_EQ(refusal(set_standard(*engine_, "team", "unknown id", {})).code, Code::not_found);
  EXPECT_EQ(refusal(set_standard(*engine_, "no spaces", id, {})).field, "namespace");
}

// ---- session_start ----

TEST_F(Standards, SessionStartIsByTheAgeOfContents) {  // C3, V6
  Strings ids;
  for (const char* title : {"a", "b", "c", "d"}) {
    ids.push_back(lasting(title));
    clock_.advance(1s);
  }
  use(ids[2]);
  clock_.advance(1s);
  use(ids[0]);
  const auto started = [&](const std::string& name_space, std::int64_t limit) {
    auto all = titles(must(session_start(*engine_, name_space, limit)).hits);
    engine_->touches.take();
    return all;
  };
  EXPECT_THAT(started("", 10), ElementsAre("d", "c", "b", "a"));
  EXPECT_THAT(started("", 3), ElementsAre("d", "c", "b"));
  EXPECT_THAT(started("", 1), ElementsAre("d"));
  EXPECT_THAT(started("", 0), IsEmpty());
  lasting("e", "x", "team/api");
  EXPECT_THAT(started("team/*", 10), ElementsAre("e"));
  EXPECT_THAT(started("team", 10), IsEmpty());
}

TEST_F(Standards, SessionStartKeepsTheOrderItFound) {
  for (const char* title : {"a", "b", "c"}) {
    const auto id = lasting(title);
    use(id);
    clock_.advance(1s);
  }
  const auto first = titles(must(session_start(*engine_, "", 10)).hits);
  EXPECT_THAT(first, ElementsAre("c", "b", "a"));
}

}  // namespace
}  // namespace aim::engine
