#include "engine/history/transcripts.h"

#include "engine/engine_testing.h"
#include "engine/history/replay.h"

namespace aim::engine::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class TranscriptsTest : public EngineTest {
 protected:
  TurnDraft turn(std::string text, std::optional<std::int64_t> number = {},
                 std::string session = "s-1") {
    TurnDraft draft;
    draft.name_space = "team";
    draft.session_id = std::move(session);
    draft.number = number;
    draft.text = std::move(text);
    return draft;
  }
  Captured say(const TurnDraft& draft, const CaptureOptions& options = {}) {
    return must(capture_turn(*engine_, draft, options));
  }
  Strings said(const std::string& id) {
    Strings out;
    for (const Turn& each : must(show_transcript(*engine_, id, 0, 1'000)).turns)
      out.push_back(each.text);
    return out;
  }
};

TEST_F(TranscriptsTest, NumbersTurnsByItself) {
  EXPECT_EQ(say(turn("Hi")).turn, 1);
  EXPECT_EQ(say(turn("Hello")).turn, 2);
  EXPECT_EQ(say(turn("and", 10)).turn, 10);
  EXPECT_EQ(say(turn("so")).turn, 11);
  EXPECT_EQ(say(turn("on", {}, "s-2")).turn, 1);
  EXPECT_THAT(said("s-1"), ElementsAre("Hi", "Hello", "and", "so"));
}

TEST_F(TranscriptsTest, KeepsATurnOnceBySessionAndNumber) {
  EXPECT_TRUE(say(turn("Hi", 1)).added);
  const Captured again = say(turn("Hi", 1));
  EXPECT_FALSE(again.added);
  EXPECT_EQ(again.transcript.turns, 1);
  const Error error = refusal(capture_turn(*engine_, turn("Ho", 1), {}));
  EXPECT_EQ(error.code, Code::conflict);
  EXPECT_EQ(error.field, "turn");
  TurnDraft other_role = turn("Hi", 1);
  other_role.role = Role::assistant;
  EXPECT_EQ(refusal(capture_turn(*engine_, other_role, {})).code, Code::conflict);
  EXPECT_THAT(said("s-1"), ElementsAre("Hi"));
}

TEST_F(TranscriptsTest, LinksInTheSameTransaction) {
  const std::string id = id_of("A", "x");
  EXPECT_EQ(refusal(capture_turn(*engine_, turn("Hi"), {{}, {id, "nobody"}})).code,
            Code::not_found);
  EXPECT_THAT(must(list_transcripts(*engine_, {}, 10, 0)), IsEmpty());
  EXPECT_THAT(say(turn("Hi"), {{}, {id}}).linked, ElementsAre(id));
  EXPECT_THAT(must(replay(*engine_, {id, {}, false, 0})).transcripts, SizeIs(1));
}

TEST_F(TranscriptsTest, LinksAMemoryOfTheSession) {
  say(turn("We take PostgreSQL"));
  Draft made = draft("Database", "PostgreSQL");
  made.metadata = R"({"session_id":"s-1"})";
  const std::string id = id_of(made);
  const auto replayed = must(replay(*engine_, {id, {}, true, 1'000}));
  ASSERT_THAT(replayed.transcripts, SizeIs(1));
  EXPECT_EQ(replayed.transcripts.front().content, "user: We take PostgreSQL\n\n");
}

TEST_F(TranscriptsTest, LiveAsLongAsTheyAreToldTo) {
  say(turn("Hi"), {3'600, {}});
  say(turn("for ever", {}, "s-2"));
  clock_.advance(30min);
  say(turn("again"), {3'600, {}});  // from now on
  clock_.advance(59min);
  EXPECT_THAT(must(list_transcripts(*engine_, {}, 10, 0)), SizeIs(2));
  clock_.advance(2min);
  EXPECT_THAT(must(list_transcripts(*engine_, {}, 10, 0)), SizeIs(1));
  // What is said after the end of one begins a new one, and is not collected with the old.
  say(turn("new"));
  EXPECT_EQ(must(collect_transcripts(*engine_, {})), 0);
  EXPECT_THAT(said("s-1"), ElementsAre("new"));
}

TEST_F(TranscriptsTest, AreCollectedWhenTheyHaveExpired) {
  say(turn("Hi"), {60, {}});
  clock_.advance(2min);
  EXPECT_EQ(must(collect_transcripts(*engine_, {})), 1);
  EXPECT_EQ(refusal(show_transcript(*engine_, "s-1", 0, 10)).code, Code::not_found);
}

TEST_F(TranscriptsTest, ArePrunedByAgeNamespaceAndSize) {
  for (const char* session : {"s-1", "s-2", "s-3"}) {
    say(turn(std::string(500, *(session + 2)), {}, session));
    clock_.advance(day);
  }
  TurnDraft elsewhere = turn("x", {}, "s-4");
  elsewhere.name_space = "other";
  say(elsewhere);
  EXPECT_EQ(must(prune_transcripts(*engine_, {"team", 2, {}}, true)).transcripts, 1);
  EXPECT_EQ(must(prune_transcripts(*engine_, {"nowhere", 0, {}}, false)).transcripts, 0);
  const auto pruned = must(prune_transcripts(*engine_, {{}, 3, {}}, false));
  EXPECT_EQ(pruned.transcripts, 0);  // not a moment older
  clock_.advance(1s);
  EXPECT_EQ(must(prune_transcripts(*engine_, {{}, 3, {}}, false)).transcripts, 1);
  EXPECT_EQ(refusal(show_transcript(*engine_, "s-1", 0, 10)).code, Code::not_found);
  const auto left = must(list_transcripts(*engine_, "team", 10, 0));
  ASSERT_THAT(left, SizeIs(2));
  EXPECT_EQ(
      must(prune_transcripts(*engine_, {"team", {}, left.front().stored_bytes}, false)).transcripts,
      1);
  EXPECT_THAT(must(list_transcripts(*engine_, "team", 10, 0)), SizeIs(1));
  EXPECT_EQ(said("s-3").size(), 1U);
  EXPECT_EQ(must(prune_transcripts(*engine_, {"other", {}, {}}, false)).transcripts, 1);
}

TEST_F(TranscriptsTest, RefusesASpanBeyondTheText) {
  const std::string id = id_of("A", "x");
  say(turn("12345"));  // "user: 12345\n\n"
  EXPECT_TRUE(link_transcript(*engine_, id, "s-1", Span{6, 13}));
  for (const Span span : {Span{0, 14}, Span{5, 5}, Span{-1, 3}})
    EXPECT_EQ(refusal(link_transcript(*engine_, id, "s-1", span)).field, "span_end");
  const auto replayed = must(replay(*engine_, {id, {}, true, 1'000}));
  EXPECT_EQ(replayed.transcripts.front().content, "12345\n\n");
}

TEST_F(TranscriptsTest, CountWhatComesInAtOnce) {
  const std::vector<TurnDraft> drafts{turn("a", 1), turn("b", 2), turn("c", 1, "s-2")};
  EXPECT_EQ(must(capture_turns(*engine_, drafts)).added, 3);
  const std::vector<TurnDraft> again{turn("a", 1), turn("B", 2), turn("c", 3)};
  const auto counts = must(capture_turns(*engine_, again));
  EXPECT_EQ(counts.added, 1);
  EXPECT_EQ(counts.unchanged, 1);
  EXPECT_THAT(counts.different, ElementsAre(1U));
  EXPECT_THAT(said("s-1"), ElementsAre("a", "b", "c"));
}

// X4: a resumed session begins with the turns of another, a fork has them at other times.
TEST_F(TranscriptsTest, FindTurnsOfAnotherSession) {
  const Time then = engine_->clock.now() - std::chrono::hours(1);
  std::vector<TurnDraft> drafts{turn("a", 1), turn("b", 2)};
  for (TurnDraft& each : drafts) each.said_at = then;
  must(capture_turns(*engine_, drafts));
  EXPECT_EQ(must(turns_of_other_session(*engine_, drafts, false)), 0U);  // its own
  drafts.push_back(turn("c", 3));
  for (TurnDraft& each : drafts) each.session_id = "s-2";
  EXPECT_EQ(must(turns_of_other_session(*engine_, drafts, false)), 2U);
  for (TurnDraft& each : drafts) each.said_at = then + std::chrono::seconds(1);
  EXPECT_EQ(must(turns_of_other_session(*engine_, drafts, false)), 0U);
  EXPECT_EQ(must(turns_of_other_session(*engine_, drafts, true)), 2U);
}

TEST_F(TranscriptsTest, NoticeASessionInOtherTurns) {
  must(capture_turns(*engine_, {turn("a", 1), turn("b", 2)}));
  const std::vector<TurnDraft> longer{turn("a", 1), turn("b", 2), turn("c", 3)};
  EXPECT_FALSE(must(says_otherwise(*engine_, longer)));
  const std::vector<TurnDraft> other{turn("a", 1), turn("x", 2)};
  EXPECT_TRUE(must(says_otherwise(*engine_, other)));
}

}  // namespace
}  // namespace aim::engine::testing
