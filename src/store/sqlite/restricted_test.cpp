// Every function of every subject, asked by a token that reads and writes one of two namespaces:
// nothing of the other is shown, and nothing of it is changed. The owner asks the same, is shown
// the other namespace and may change it, so no question here is too weak to tell.
// tests/tidy/rights.py looks whether each function that is filtered or refused is asked by one of
// the files restricted_*.
#include "store/restricted/restricted_store.h"
#include "store/sqlite/restricted_testing.h"
#include "store/sqlite/sqlite_store.h"

namespace aim::store::sqlite {
namespace {

using testing::memory_of, testing::moment, testing::must;
using walk::all_answers, walk::Answer, walk::Change, walk::many, walk::changes_of_links,
    walk::changes_of_memories, walk::changes_of_standards, walk::changes_of_transcripts, walk::done,
    walk::hidden, walk::records_refused_to_tokens, walk::refused_to_tokens;

class RestrictedStoreTest : public testing::StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    store_ = make_store(file(), {.full_sync = false}, clock_);
    must(Access(*store_).write([&](Writer& out) { return fill(out); }));
    // A version of the hidden memory ends now, and an undo step can take that back.
    clock_.advance(std::chrono::hours(1));
    place_.now = clock_.now();
    must(Access(*store_).write([&](Writer& out) -> Result<void> {
      TRY_VOID(out.memories.begin_step());
      Memory before = place_.hidden;
      place_.hidden.content = "hidden word again";
      place_.hidden.updated_at = aim::at(place_.now);
      TRY_VOID(out.memories.replace(before, place_.hidden));
      return out.memories.end_step("update", place_.now);
    }));
  }
  void TearDown() override {
    store_.reset();
    StoreTest::TearDown();
  }

  Memory put(Writer& out, const std::string& id, const std::string& name_space,
             const std::string& content) {
    Memory memory = memory_of(id, "title of " + id, content, name_space);
    memory.tags = {name_space + "-tag"};
    memory.source = "hook";
    memory.expires_at = aim::at(clock_.now() + std::chrono::hours(5));
    must(out.memories.insert(memory));
    return memory;
  }
  Result<void> fill(Writer& out) {
    const Time now = clock_.now();
    place_.seen = put(out, "seen-1", "seen", "seen word");
    place_.hidden = put(out, "hidden-1", hidden, "hidden word");
    place_.twin = put(out, "hidden-2", hidden, "hidden word twice");
    place_.source = put(out, "hidden-3", hidden, "hidden word twice");
    TRY_VOID(out.memories.erase(put(out, "hidden-lost", hidden, "hidden word lost"), now));
    place_.gone = memory_of("hidden-4", "hidden gone", "hidden word", hidden);
    TRY_VOID(out.memories.add_archived({place_.gone, aim::at(now), "forget"}));
    Memory seen = place_.seen;
    seen.metadata = R"({"derived_from":["hidden-1"]})";
    TRY_VOID(out.memories.replace(place_.seen, seen));
    place_.seen = seen;
    place_.reflection = memory_of("hidden-5", "hidden reflection", "hidden word", hidden);
    place_.reflection.kind = MemoryKind::reflection;
    place_.reflection.reflection_depth = 1;
    TRY_VOID(out.memories.insert(place_.reflection));
    const auto link = [&](const Memory& from, const Memory& to, std::string_view relation) {
      return done(out.links.add(
          from.key, to.key, {from.id, to.id, std::string(relation), aim::at(now), aim::at(now)}));
    };
    TRY_VOID(link(place_.hidden, place_.twin, "contradicts"));
    TRY_VOID(link(place_.twin, place_.seen, "supersedes"));
    TRY_VOID(link(place_.hidden, place_.source, "supersedes"));
    TRY_VOID(link(place_.reflection, place_.source, "reflects_on"));
    TRY_VOID(link(place_.source, place_.reflection, "reflects_on"));
    TRY_VOID(out.links.put_lost_source(place_.reflection.key,
                                       {"hidden-lost", "hidden lost", aim::at(now)}));
    TRY_VOID(out.memories.set_standard("seen", place_.seen.key, std::nullopt, now));
    TRY_VOID(out.memories.set_standard(hidden, place_.hidden.key, std::nullopt, now));
    TRY_VOID(out.memories.set_standard("hidden-other", place_.hidden.key, std::nullopt, now));
    TRY(out.memories.clear_standard("hidden-other", now));
    Transcript& transcript = place_.transcript;
    transcript.id = "hidden-transcript";
    transcript.name_space = hidden;
    transcript.session_id = "session";
    transcript.created_at = transcript.updated_at = now;
    TRY_VOID(out.transcripts.insert(transcript));
    TRY_VOID(out.transcripts.add_turn(transcript, {1, Role::user, now, "hidden turn"}, now));
    TRY_VOID(out.transcripts.link(place_.hidden.key, transcript.id, std::nullopt));
    TRY_VOID(out.records.put_name_key({"hidden-key", hidden}));
    for (const NamespaceRow& row : TRY(out.search.name_spaces(hidden)))
      place_.name_space = row.number;
    return {};
  }

  Access owner() { return Access(*store_); }
  Access token() {
    Rights rights;
    rights.id = rights.name = "token";
    rights.read = rights.write = {"seen"};
    return owner().restricted(std::make_shared<const Rights>(rights));
  }
  // All that changes could change.
  std::string state(Reader& in) {
    Answer all(place_);
    (void)in.memories.each([&](const Memory& each) -> Result<void> {
      all.add(each);
      all.add(each.content + std::to_string(each.reflection_depth));
      return {};
    });
    (void)in.links.each([&](const Link& each) -> Result<void> {
      all.add(each);
      all.add(each.relation);
      return {};
    });
    (void)in.links.each_lost_source(
        [&](const std::string&, const LostSource& each) -> Result<void> {
          all.add(each);
          return {};
        });
    (void)in.memories.each_archived(all.taker<Archived>());
    (void)in.memories.each_standard(all.taker<StandardRow>());
    (void)in.transcripts.each([&](const Transcript& each) -> Result<void> {
      all.add(each);
      all.add(std::to_string(each.turns) + (each.expires_at ? " expires" : ""));
      for (const TurnRow& turn : TRY(in.transcripts.turns(each.number, 0, many)))
        all.add(TRY(in.transcripts.text(turn.text)));
      return {};
    });
    (void)in.transcripts.each_link(all.taker<TranscriptLink>());
    for (const char* id : {"hidden-1", "hidden-4"}) {
      all.add(must(in.memories.versions_of(id, many)));
      all.add(must(in.memories.version_at(id, Time::min())));
    }
    return all.text();
  }
  // The content after a change by the owner, which is then taken back; and how it ended.
  std::pair<std::string, Result<void>> after(const Change& change) {
    std::string then;
    Result<void> made;
    (void)owner().write([&](Writer& out) -> Result<void> {
      made = change.make(out, place_);
      then = state(out);
      return Failure(database_error("taken back"));
    });
    return {then, made};
  }
  std::string now() {
    return must(owner().read([&](Reader& in) -> Result<std::string> { return state(in); }));
  }

  std::unique_ptr<Store> store_;
  walk::Place place_;
};

TEST_F(RestrictedStoreTest, NoFunctionShowsWhatIsNotSeen) {
  const auto answers_of = [&](Access access) {
    return must(access.read([&](Reader& in) -> Result<std::map<std::string, std::string>> {
      return all_answers(in, place_);
    }));
  };
  const auto to_owner = answers_of(owner()), to_token = answers_of(token());
  ASSERT_EQ(to_owner.size(), to_token.size());
  for (const auto& [function, shown] : to_owner) {
    EXPECT_THAT(shown, ::testing::HasSubstr(hidden)) << function << " is asked too little";
    EXPECT_THAT(to_token.at(function), ::testing::Not(::testing::HasSubstr(hidden))) << function;
  }
}

TEST_F(RestrictedStoreTest, NoFunctionChangesWhatIsNotSeen) {
  const std::string before = now();
  for (const auto& changes : {changes_of_memories(), changes_of_standards(), changes_of_links(),
                              changes_of_transcripts()})
    for (const Change& change : changes) {
      const auto [then, made] = after(change);
      EXPECT_TRUE(made) << change.function << ": " << (made ? "" : made.error().message);
      EXPECT_NE(then, before) << change.function << " changes nothing even for the owner";
      (void)token().write([&](Writer& out) { return change.make(out, place_); });
      EXPECT_EQ(now(), before) << change.function;
    }
}

TEST_F(RestrictedStoreTest, WhatIsOfTheWholeDatabaseIsForAdministrators) {
  const std::string before = now();
  for (const auto& changes : {refused_to_tokens(), records_refused_to_tokens()})
    for (const Change& change : changes) {
      const auto made = token().write([&](Writer& out) { return change.make(out, place_); });
      EXPECT_TRUE(!made && is_forbidden(made.error())) << change.function;
      EXPECT_EQ(now(), before) << change.function;
    }
}

TEST_F(RestrictedStoreTest, WhatWasSeenStaysSeenWhereItWentOn) {  // T2
  must(owner().write([&](Writer& out) -> Result<void> {
    Memory moved = place_.seen;
    moved.name_space = hidden;
    TRY_VOID(out.memories.replace(place_.seen, moved));
    Memory changed = moved;
    changed.content = "hidden word again";
    return out.memories.replace(moved, changed);
  }));
  must(token().read([&](Reader& in) -> Result<void> {
    const auto versions = TRY(in.memories.versions_of(place_.seen.id, 1));
    EXPECT_TRUE(versions.size() == 1 && versions.front().memory.name_space == "seen");
    EXPECT_THAT(TRY(in.memories.versioned_ids_with_prefix(place_.seen.id, many)),
                ::testing::ElementsAre(place_.seen.id));
    return {};
  }));
}

TEST_F(RestrictedStoreTest, AStepOfUndoIsTheTokens) {
  must(token().write([&](Writer& out) -> Result<void> {
    TRY_VOID(out.memories.begin_step());  // "Memories.begin_step"
    Memory changed = place_.seen;
    changed.content = "seen word again";
    TRY_VOID(out.memories.replace(place_.seen, changed));
    return out.memories.end_step("update", place_.now);  // "Memories.end_step"
  }));
  const auto step = must(owner().read(
      [&](Reader& in) { return in.memories.last_undo(place_.seen.id, Time::min(), "token"); }));
  EXPECT_TRUE(step && step->by == "token");
}

}  // namespace
}  // namespace aim::store::sqlite
