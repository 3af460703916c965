#include "engine/remember.h"

#include "engine/engine_testing.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty,
    ::testing::UnorderedElementsAre;

class Remember : public EngineTest {
 protected:
  std::optional<Time> expiry(const std::string& id) {
    const auto time = now(id).expires_at;
    return time ? std::optional(time->time) : std::nullopt;
  }
};

TEST_F(Remember, KeepsWhatWasGiven) {
  Draft given = draft("Port", "The service listens on 8080", "team/api");
  given.tier = Tier::long_term;
  given.tags = {"ops", "net"};
  given.priority = 8;
  given.confidence = 0.7;
  given.source = "user";
  given.metadata = R"({"a":[1,null]})";
  const StoredMemory kept = keep(given);
  EXPECT_FALSE(kept.updated);
  const Memory memory = now(kept.memory.id);
  EXPECT_EQ(memory.id.size(), 36U);
  EXPECT_EQ(memory.title, "Port");
  EXPECT_EQ(memory.content, "The service listens on 8080");
  EXPECT_EQ(memory.name_space, "team/api");
  EXPECT_EQ(memory.tier, Tier::long_term);
  EXPECT_THAT(memory.tags, ElementsAre("ops", "net"));
  EXPECT_EQ(memory.priority, 8);
  EXPECT_EQ(memory.confidence, 0.7);
  EXPECT_EQ(memory.source, "user");
  EXPECT_EQ(memory.metadata, given.metadata);
  EXPECT_EQ(memory.access_count, 0);
  EXPECT_EQ(memory.created_at, at(clock_.now()));
  EXPECT_EQ(memory.updated_at, at(clock_.now()));
  EXPECT_FALSE(memory.last_accessed_at);
  EXPECT_FALSE(memory.expires_at);
}

TEST_F(Remember, LivesAsLongAsItsTier) {  // A2
  for (const auto& [tier, life] :
       {std::pair{Tier::short_term, 6h}, std::pair{Tier::mid_term, 7 * day}}) {
    Draft given = draft(std::string(name_of(tier)));
    given.tier = tier;
    EXPECT_EQ(expiry(id_of(given)), clock_.now() + life);
  }
}

TEST_F(Remember, GivenTimesWinOverTheTier) {
  Draft given = draft("A");
  given.ttl_secs = 60;
  EXPECT_EQ(expiry(id_of(given)), clock_.now() + 60s);
  given.title = "B";
  given.expires_at = "2027-01-01T00:00:00+01:00";
  const Memory memory = now(id_of(given));
  EXPECT_EQ(memory.expires_at->time, moment("2026-12-31T23:00:00Z"));
  EXPECT_EQ(memory.expires_at->text(), "2027-01-01T00:00:00+01:00");  // as given (wire.md 1.1)
}

TEST_F(Remember, RefusesAnExpiryThatIsPastOrNoTime) {
  for (const char* time :
       {"2026-11-21T12:00:00Z", "2020-01-01T00:00:00Z", "some day", "", "2027-13-01"}) {
    Draft given = draft("A");
    given.expires_at = time;
    const Error error = refusal(remember(*engine_, given));
    EXPECT_EQ(error.code, Code::validation_failed) << time;
    EXPECT_EQ(error.field, "expires_at") << time;
  }
  EXPECT_THAT(listed(), IsEmpty());
}

TEST_F(Remember, TheConfigurationSetsOtherLives) {
  EngineOptions options;
  options.lifetimes.short_ttl = 10s;
  options.lifetimes.long_ttl = 100 * day;
  start(options);
  Draft given = draft("A");
  given.tier = Tier::short_term;
  EXPECT_EQ(expiry(id_of(given)), clock_.now() + 10s);
  given.title = "B";
  given.tier = Tier::long_term;
  EXPECT_EQ(expiry(id_of(given)), clock_.now() + 100 * day);
}

TEST_F(Remember, FlatNamespacesRefuseSlashes) {  // A5
  EngineOptions options;
  options.flat_namespaces = true;
  start(options);
  EXPECT_EQ(refusal(remember(*engine_, draft("A", "x", "team/api"))).field, "namespace");
  Changes changes;
  changes.name_space = "team/api";
  EXPECT_EQ(refusal(update(*engine_, id_of("A"), changes)).field, "namespace");
}

// ---- A3: one memory a title and namespace ----

TEST_F(Remember, TheSameTitleUpdatesInPlace) {
  Draft first = draft("Port", "8080");
  first.tags = {"old"};
  first.priority = 7;
  first.metadata = R"({"a":1})";
  const Memory old = keep(first).memory;
  use(old.id, 3);
  clock_.advance(1h);
  Draft second = draft("Port", "9090");
  second.priority = 3;
  second.confidence = 0.5;
  const StoredMemory kept = keep(second);
  EXPECT_TRUE(kept.updated);
  const Memory memory = now(old.id);
  EXPECT_EQ(kept.memory.id, old.id);
  EXPECT_EQ(memory.content, "9090");
  EXPECT_THAT(memory.tags, IsEmpty());
  EXPECT_EQ(memory.metadata, "{}");
  EXPECT_EQ(memory.priority, 7);  // the higher one
  EXPECT_EQ(memory.confidence, 0.5);
  EXPECT_EQ(memory.access_count, 3);
  EXPECT_EQ(memory.created_at, old.created_at);
  EXPECT_EQ(memory.updated_at, at(clock_.now()));
  EXPECT_EQ(memory.expires_at, at(clock_.now() + 7 * day));
  EXPECT_THAT(listed(), ElementsAre("Port"));
  EXPECT_THAT(searched("8080"), IsEmpty());
  EXPECT_THAT(searched("9090"), ElementsAre("Port"));
}

TEST_F(Remember, TheTierNeverGoesDown) {
  constexpr Tier tiers[] = {Tier::short_term, Tier::mid_term, Tier::long_term};
  for (const Tier first : tiers)
    for (const Tier second : tiers) {
      Draft given = draft(std::string(name_of(first)).append(" then ").append(name_of(second)));
      given.tier = first;
      keep(given);
      given.tier = second;
      const Memory memory = keep(given).memory;
      EXPECT_EQ(memory.tier, std::max(first, second)) << given.title;
      EXPECT_EQ(memory.expires_at.has_value(), memory.tier != Tier::long_term) << given.title;
    }
}

TEST_F(Remember, AnExpiredMemoryHoldsNoTitle) {
  const auto id = id_of("Port", "8080");
  clock_.advance(8 * day);
  const StoredMemory kept = keep("Port", "9090");
  EXPECT_FALSE(kept.updated);
  EXPECT_NE(kept.memory.id, id);
  EXPECT_FALSE(there(id));
  EXPECT_EQ(must(list_archive(*engine_, {}, 10, 0)).at(0).memory.id, id);
}

TEST_F(Remember, AnotherNamespaceIsAnotherMemory) {
  EXPECT_NE(id_of("Port", "1", "a"), id_of("Port", "2", "b"));
  EXPECT_NE(id_of("Port", "1", "a"), id_of("port", "1", "a"));  // titles are equal byte by byte
  EXPECT_EQ(listed().size(), 3U);
}

// ---- A9, S17: similar titles ----

TEST_F(Remember, NamesSimilarTitles) {
  const auto a = id_of("Database connection pool size");
  const auto b = id_of("The connection pools of databases");
  id_of("Database connection pool size", "x", "elsewhere");
  id_of("Deployment steps");
  const StoredMemory kept = keep("Connection pool database limits");
  EXPECT_THAT(kept.similar.ids_by_title, UnorderedElementsAre(a, b));
  EXPECT_THAT(keep("Connection pool database limits").similar.ids_by_title,
              UnorderedElementsAre(a, b));
  EXPECT_THAT(keep("the of and").similar.ids_by_title, IsEmpty());
}

TEST_F(Remember, NamesAtMostFive) {
  for (int i = 0; i < 9; ++i) keep("Release notes " + std::to_string(i));
  EXPECT_EQ(keep("Release notes").similar.ids_by_title.size(), 5U);
}

TEST_F(Remember, AGoneTitleIsNotSimilar) {
  const auto id = id_of("Release notes one");
  must(promote(*engine_, id));
  Changes changes;
  changes.title = "Something else";
  must(update(*engine_, id, changes));
  EXPECT_THAT(keep("Release notes two").similar.ids_by_title, IsEmpty());
}

// ---- amend ----

TEST_F(Remember, AmendChangesWhatIsGivenAndNothingElse) {
  Draft given = draft("A", "alpha");
  given.tags = {"t"};
  given.metadata = R"({"a":1})";
  const Memory old = keep(given).memory;
  clock_.advance(1min);
  Memory expected = now(old.id);
  Changes changes;
  changes.content = "beta";
  const Memory memory = must(update(*engine_, old.id.substr(0, 8), changes));
  EXPECT_EQ(memory.content, "beta");
  EXPECT_EQ(memory.title, expected.title);
  EXPECT_EQ(memory.tags, expected.tags);
  EXPECT_EQ(memory.metadata, expected.metadata);
  EXPECT_EQ(memory.expires_at, expected.expires_at);
  EXPECT_EQ(memory.updated_at, at(clock_.now()));
  EXPECT_THAT(searched("alpha"), IsEmpty());
  EXPECT_THAT(searched("beta"), ElementsAre("A"));
}

TEST_F(Remember, RefusesToChangeOrSupersedeAnExpiredMemory) {
  const auto id = id_of("A");
  clock_.advance(8 * day);
  const auto changed = update(*engine_, id, {});
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().message, "the memory has expired: " + id);
  Draft given = draft("B");
  given.supersedes = id;
  const auto kept = remember(*engine_, given);
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().code, Code::not_found);
  EXPECT_EQ(kept.error().message, "the superseded memory has expired: " + id);
}

TEST_F(Remember, AmendWithNothingStillMovesUpdatedAt) {
  const auto id = id_of("A");
  clock_.advance(1min);
  EXPECT_EQ(must(update(*engine_, id, {})).updated_at, at(clock_.now()));
}

TEST_F(Remember, AmendRaisesATierButNeverLowersIt) {
  const auto id = id_of("A");
  Changes changes;
  changes.tier = Tier::short_term;
  EXPECT_EQ(must(update(*engine_, id, changes)).tier, Tier::mid_term);
  EXPECT_EQ(expiry(id), clock_.now() + 7 * day);
  changes.tier = Tier::long_term;
  EXPECT_EQ(must(update(*engine_, id, changes)).tier, Tier::long_term);
  EXPECT_FALSE(expiry(id));
}

TEST_F(Remember, AmendSetsAndClearsAnExpiry) {
  const auto id = id_of("A");
  Changes changes;
  changes.change_expiry = true;
  must(update(*engine_, id, changes));
  EXPECT_FALSE(expiry(id));
  changes.expires_at = "2027-05-01T00:00:00Z";
  must(update(*engine_, id, changes));
  EXPECT_EQ(expiry(id), moment("2027-05-01T00:00:00Z"));
  changes.expires_at = "2001-05-01T00:00:00Z";
  EXPECT_EQ(refusal(update(*engine_, id, changes)).field, "expires_at");
}

TEST_F(Remember, AmendRefusesATakenTitle) {
  const auto other = id_of("A", "x", "team");
  const auto id = id_of("B", "x", "team");
  Changes changes;
  changes.title = "A";
  const Error error = refusal(update(*engine_, id, changes));
  EXPECT_EQ(error.code, Code::conflict);
  for (const std::string& named : {std::string("\"A\""), std::string("\"team\""), other})
    EXPECT_THAT(error.message, HasSubstr(named));
  changes.name_space = "elsewhere";
  must(update(*engine_, id, changes));
  changes.name_space.reset();
  must(update(*engine_, id, changes));  // its own title is not in its way
  EXPECT_THAT(listed(in("team")), ElementsAre("A"));
  EXPECT_THAT(listed(in("elsewhere")), ElementsAre("A"));
}

TEST_F(Remember, AmendRefusesAStateThatIsNoLongerThere) {
  const auto id = id_of("A");
  Changes first, second;
  first.content = "mine";
  second.content = "yours";
  first.made_from = second.made_from = must(update(*engine_, id, {})).updated_at.text();
  clock_.advance(std::chrono::seconds(1));
  const Memory mine = must(update(*engine_, id, first));
  const Error error = refusal(update(*engine_, id, second));
  EXPECT_EQ(error.code, Code::conflict);
  EXPECT_THAT(error.message, HasSubstr("changed at"));
  second.made_from = mine.updated_at.text();
  EXPECT_EQ(must(update(*engine_, id, second)).content, "yours");
}

TEST_F(Remember, AmendFindsNoExpiredMemory) {
  const auto id = id_of("A");
  clock_.advance(8 * day);
  EXPECT_EQ(refusal(update(*engine_, id, {})).code, Code::not_found);
  EXPECT_EQ(refusal(update(*engine_, "nothing like it", {})).code, Code::not_found);
}

TEST_F(Remember, APriorityThatIsSetIsThePriorityThatIsShown) {
  Draft given = draft("A");
  given.tier = Tier::long_term;
  const auto id = id_of(given);
  use(id, 20);
  EXPECT_EQ(shown_priority(now(id)), 7);
  Changes changes;
  changes.priority = 4;
  EXPECT_EQ(shown_priority(must(update(*engine_, id, changes))), 4);
}

TEST_F(Remember, SeveralAtOnceAreKeptEachAsAlone) {
  const auto old = id_of(draft("Old", "before", "z"));
  Draft late = draft("Late");
  late.expires_at = "2020-01-01T00:00:00Z";
  const auto flaws =
      must(remember_all(*engine_, {draft("B", "x", "b"), late, draft("Old", "after", "z"),
                                   draft("A", "first", "a"), draft("A", "second", "a")}));
  ASSERT_EQ(flaws.size(), 5U);
  for (const std::size_t kept : {0U, 2U, 3U, 4U}) EXPECT_FALSE(flaws[kept]);
  ASSERT_TRUE(flaws[1]);
  EXPECT_THAT(flaws[1]->message, ::testing::HasSubstr("past"));
  EXPECT_EQ(now(old).content, "after");
  EXPECT_THAT(listed(), ::testing::UnorderedElementsAre("A", "B", "Old"));
  EXPECT_EQ(must(list(*engine_, in("a"), 10, 0)).at(0).content, "second");
  EXPECT_TRUE(must(remember_all(*engine_, {})).empty());
}

TEST_F(Remember, PromoteMakesLong) {
  const auto id = id_of("A");
  EXPECT_EQ(must(promote(*engine_, id)).tier, Tier::long_term);
  EXPECT_FALSE(expiry(id));
  EXPECT_EQ(refusal(promote(*engine_, "unknown id")).code, Code::not_found);
}

}  // namespace
}  // namespace aim::engine
