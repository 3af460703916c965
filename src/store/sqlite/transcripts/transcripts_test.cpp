#include "store/sqlite/open_store_testing.h"
#include "store/sqlite/unit.h"

namespace aim::store::sqlite::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Transcripts : public OpenStoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    database_ = open("test.db", {.full_sync = false});
  }

  Transcript begin(const std::string& session, const std::string& name_space = "team") {
    Transcript transcript;
    transcript.name_space = name_space;
    transcript.session_id = session;
    transcript.id = transcript_id(name_space, session);
    transcript.created_at = transcript.updated_at = now_;
    writing(
        [&](Connection& connection) { return SqliteTranscripts(connection).insert(transcript); });
    return transcript;
  }
  void say(Transcript& transcript, const std::string& text, Time at) {
    writing([&](Connection& connection) -> Result<void> {
      SqliteTranscripts transcripts(connection);
      const std::int64_t number = TRY(transcripts.last_turn(transcript.number)) + 1;
      return transcripts.add_turn(transcript, {number, Role::user, at, text}, at);
    });
  }
  void say(Transcript& transcript, const std::string& text) { say(transcript, text, now_); }
  std::vector<std::string> texts(const Transcript& transcript) {
    return reading([&](Connection& connection) -> Result<std::vector<std::string>> {
      const SqliteTranscripts transcripts(connection);
      std::vector<std::string> out;
      for (const TurnRow& row : TRY(transcripts.turns(transcript.number, 0, 100'000)))
        out.push_back(TRY(transcripts.text(row.text)));
      return out;
    });
  }
  void drop(const Transcript& transcript) {
    writing([&](Connection& connection) {
      return SqliteTranscripts(connection).erase(transcript, now_);
    });
  }
  std::int64_t number(const std::string& sql) { return must(connect()->number(sql)).value_or(-1); }
  // Packs what can be packed. How often it did.
  int pack_all(Time idle) {
    int packs = 0;
    for (;;) {
      const PackPlan plan =
          reading([&](Connection& connection) { return plan_pack(connection, idle); });
      if (plan.blocks.empty())
        return packs;
      const std::string data = packed(plan);
      EXPECT_TRUE(
          writing([&](Connection& connection) { return put_pack(connection, plan, data, now_); }));
      ++packs;
    }
  }

  std::string long_text(int seed, std::size_t bytes = 3'000) {
    std::string text;
    for (std::int64_t i = std::int64_t{seed} * 1'000; text.size() < bytes; ++i)
      text += "Line " + std::to_string(i * 7'919 % 10'007) + " says something. ";
    return text;
  }

  const Time now_ = moment("2026-11-21T12:00:00Z");
};

TEST_F(Transcripts, GiveBackWhatWasSaidInOrder) {
  Transcript one = begin("one"), two = begin("two");
  std::vector<std::string> said_one, said_two;
  for (int i = 0; i < 200; ++i) {
    said_one.push_back(long_text(i));
    said_two.push_back("short " + std::to_string(i));
    say(one, said_one.back());
    say(two, said_two.back());
  }
  EXPECT_EQ(texts(one), said_one);
  EXPECT_EQ(texts(two), said_two);
  EXPECT_GT(number("SELECT count(*) FROM text_blocks"), 3);
  EXPECT_EQ(one.turns, 200);
}

TEST_F(Transcripts, OfOneTransactionComeBackTheSame) {
  Transcript one = begin("one");
  std::vector<std::string> said;
  for (int i = 0; i < 120; ++i) said.push_back(long_text(i));
  writing([&](Connection& connection) -> Result<void> {
    SqliteTranscripts transcripts(connection);
    std::int64_t turn = 0;
    for (const std::string& text : said)
      TRY_VOID(transcripts.add_turn(one, {++turn, Role::user, now_, text}, now_));
    return {};
  });
  said.push_back("One more, in a transaction of its own");
  say(one, said.back());
  EXPECT_EQ(texts(one), said);
  pack_all(now_ + std::chrono::hours(1));
  EXPECT_EQ(texts(one), said);
}

TEST_F(Transcripts, KeepATextOnce) {
  Transcript one = begin("one"), two = begin("two", "other");
  const std::string text = long_text(1);
  say(one, text);
  say(two, text);
  say(two, text);
  EXPECT_EQ(number("SELECT count(*) FROM turn_texts"), 1);
  EXPECT_THAT(texts(two), ElementsAre(text, text));
  // It stays as long as anybody needs it.
  drop(one);
  EXPECT_THAT(texts(two), ElementsAre(text, text));
  drop(two);
  EXPECT_EQ(number("SELECT count(*) FROM turn_texts"), 0);
  EXPECT_EQ(number("SELECT count(*) FROM text_blocks"), 0);
}

TEST_F(Transcripts, AreReadTheSameWhenPacked) {
  Transcript one = begin("one");
  std::vector<std::string> said;
  for (int i = 0; i < 400; ++i) {
    said.push_back(long_text(i, 2'000 + static_cast<std::size_t>(i)));
    say(one, said.back());
  }
  const std::int64_t before = number("SELECT sum(stored) FROM turn_texts");
  EXPECT_GE(pack_all(now_), 1);
  EXPECT_EQ(texts(one), said);
  EXPECT_LT(number("SELECT sum(stored) FROM turn_texts"), before);
  EXPECT_LE(number("SELECT count(*) FROM text_blocks"), 3);
  // The next text goes into an open block.
  say(one, "and so on");
  EXPECT_EQ(texts(one).back(), "and so on");
}

TEST_F(Transcripts, WaitWithPackingUntilItIsWorthIt) {
  Transcript one = begin("one");
  for (int i = 0; i < 60; ++i) say(one, long_text(i));
  EXPECT_EQ(number("SELECT count(*) FROM text_blocks"), 2);
  EXPECT_EQ(pack_all(now_), 0);
  EXPECT_EQ(pack_all(now_ + std::chrono::hours(1)), 1);
}

TEST_F(Transcripts, GiveSpaceBackWhenMostOfAPackIsPruned) {
  Transcript one = begin("one"), two = begin("two");
  for (int i = 0; i < 300; ++i) say(i % 3 == 0 ? two : one, long_text(i));
  pack_all(now_ + std::chrono::hours(1));
  const auto said = texts(two);
  const std::int64_t before = number("SELECT sum(bytes) FROM text_blocks WHERE data IS NOT NULL");
  drop(one);
  EXPECT_EQ(texts(two), said);
  EXPECT_GE(pack_all(now_ + std::chrono::hours(1)), 1);
  EXPECT_EQ(texts(two), said);
  EXPECT_LT(number("SELECT sum(bytes) FROM text_blocks WHERE data IS NOT NULL") * 2, before);
}

TEST_F(Transcripts, AreNotPackedWhenTheyHaveChangedMeanwhile) {
  Transcript one = begin("one");
  for (int i = 0; i < 100; ++i) say(one, long_text(i));
  const PackPlan plan = reading(
      [&](Connection& connection) { return plan_pack(connection, now_ + std::chrono::hours(1)); });
  ASSERT_FALSE(plan.blocks.empty());
  drop(one);
  EXPECT_FALSE(writing(
      [&](Connection& connection) { return put_pack(connection, plan, packed(plan), now_); }));
}

TEST_F(Transcripts, SayWhatIsDamaged) {
  Transcript one = begin("one");
  say(one, long_text(1));
  say(one, long_text(2));
  say(one, long_text(3));
  run_sql(file(), "UPDATE turn_texts SET data = x'00' WHERE number = 2");
  const auto read = [&](std::int64_t number) {
    return database_->read(
        [&](Connection& connection) { return SqliteTranscripts(connection).text(number); });
  };
  EXPECT_TRUE(read(1));
  // What was compressed after it is lost with it.
  for (const std::int64_t number : {2, 3}) {
    ASSERT_FALSE(read(number));
    EXPECT_EQ(read(number).error().code, Code::database_error);
  }
  EXPECT_EQ(writing(drop_damaged_texts), 2);
  EXPECT_THAT(texts(one), ElementsAre(long_text(1)));
  EXPECT_THAT(must(damaged_texts(*connect())), IsEmpty());
  EXPECT_EQ(number("SELECT turns FROM transcripts"), 1);
}

TEST_F(Transcripts, AreLinkedWithMemories) {
  const Memory memory = put(*database_, memory_of("m-1", "a", "b"));
  const Memory other = put(*database_, memory_of("m-2", "c", "d"));
  Transcript late = begin("late"), early = begin("early");
  say(late, "x");
  say(early, "y", now_ - std::chrono::hours(1));
  writing([&](Connection& connection) -> Result<void> {
    TRY_VOID(SqliteTranscripts(connection).link_session(memory.key, "late"));
    TRY_VOID(SqliteTranscripts(connection).link_session(memory.key, "nobody's"));
    TRY_VOID(SqliteTranscripts(connection).link(memory.key, early.id, Span{2, 5}));
    return SqliteTranscripts(connection).link(other.key, "gone", std::nullopt);
  });
  const std::vector<Key> keys{memory.key, other.key};
  const auto found =
      reading([&](Connection& connection) { return SqliteTranscripts(connection).linked(keys); });
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].transcript.session_id, "early");
  EXPECT_EQ(found[0].span, (Span{2, 5}));
  EXPECT_EQ(found[1].transcript.session_id, "late");
  EXPECT_FALSE(found[1].span);
}

TEST_F(Transcripts, AreListedNewestFirst) {
  Transcript old = begin("old"), fresh = begin("fresh", "team/api"), gone = begin("gone");
  say(fresh, "x", now_ + std::chrono::hours(1));
  writing([&](Connection& connection) {
    return SqliteTranscripts(connection).set_expiry(gone.number, now_);
  });
  const auto listed = [&](TranscriptFilter filter) {
    std::vector<std::string> sessions;
    for (const Transcript& each : reading([&](Connection& connection) {
           return SqliteTranscripts(connection).list(filter, 10, 0);
         }))
      sessions.push_back(each.session_id);
    return sessions;
  };
  EXPECT_THAT(listed({.name_space = {}, .alive_at = now_, .updated_before = {}, .expired_by = {}}),
              ElementsAre("fresh", "old"));
  EXPECT_THAT(
      listed({.name_space = "team", .alive_at = {}, .updated_before = {}, .expired_by = {}}),
      SizeIs(2));
  EXPECT_THAT(
      listed({.name_space = "team/*", .alive_at = now_, .updated_before = {}, .expired_by = {}}),
      ElementsAre("fresh", "old"));
  EXPECT_THAT(listed({.name_space = {}, .alive_at = {}, .updated_before = {}, .expired_by = now_}),
              ElementsAre("gone"));
  EXPECT_THAT(
      listed({.name_space = "nowhere", .alive_at = {}, .updated_before = {}, .expired_by = {}}),
      IsEmpty());
}

}  // namespace
}  // namespace aim::store::sqlite::testing
