#include "store/sqlite/memories.h"

#include "store/rows.h"
#include "store/sql/links.h"
#include "store/sqlite/open_store_testing.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/tables/titles.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::memory_of;
using testing::moment;
using testing::must;
using ::testing::UnorderedElementsAre;

class MemoriesTest : public testing::OpenStoreTest {
 protected:
  Memory add(Memory memory) { return put(*database_, std::move(memory)); }
  Memory add(std::string id) { return add(memory_of(id, "Title " + id, "Content " + id)); }
  std::vector<std::string> listed(const Filter& filter, Page page = {}) {
    return ids(reading([&](Connection& connection) {
      return SqliteMemories(connection).list(filter, clock_.now(), page);
    }));
  }
  std::vector<std::string> listed_if(void (*set)(Filter&)) {
    Filter filter;
    set(filter);
    return listed(filter);
  }
  std::vector<std::string> used(std::int64_t limit, const Filter& filter = {}) {
    return ids(reading([&](Connection& connection) {
      return SqliteMemories(connection).recent(filter, clock_.now(), limit);
    }));
  }
  std::vector<std::string> similar(std::string_view title, Key except = 0) {
    std::vector<std::string> ids;
    for (SimilarTitle& each : reading([&](Connection& connection) {
           return SqliteMemories(connection)
               .similar_titles("global", title, except, clock_.now(), 5);
         }))
      ids.push_back(std::move(each.id));
    return ids;
  }
  static std::vector<std::string> ids(const std::vector<Memory>& memories) {
    std::vector<std::string> out;
    for (const Memory& memory : memories) out.push_back(memory.id);
    return out;
  }
};

Memory full_memory() {
  Memory memory = memory_of("id-1", "Title", "Content", "team/eng");
  memory.tier = Tier::short_term;
  memory.tags = {"a", "quote \" back \\ slash", "ünï", "tab\tline\n", "a"};
  memory.priority = 7;
  memory.reinforcement = 2;
  memory.confidence = 0.1 + 0.2;
  memory.source = "hook";
  memory.access_count = 12;
  memory.created_at = must(parse_rfc3339("2026-11-01T01:02:03Z", ""));
  memory.updated_at = must(parse_rfc3339("2026-11-02T01:02:03.5+02:00", ""));
  memory.last_accessed_at = at(moment("2026-11-03T00:00:00.000000001Z"));
  memory.expires_at = must(parse_rfc3339("2027-01-01t00:00:00z", ""));
  memory.metadata = R"({"b":[1,2.50,null],"a":"x"})";
  memory.kind = MemoryKind::reflection;
  memory.reflection_depth = 2;
  return memory;
}

void expect_equal(const Memory& a, const Memory& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.tier, b.tier);
  EXPECT_EQ(a.name_space, b.name_space);
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.content, b.content);
  EXPECT_EQ(a.tags, b.tags);
  EXPECT_EQ(a.priority, b.priority);
  EXPECT_EQ(a.reinforcement, b.reinforcement);
  EXPECT_EQ(a.confidence, b.confidence);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.access_count, b.access_count);
  EXPECT_EQ(a.created_at, b.created_at);
  EXPECT_EQ(a.updated_at, b.updated_at);
  EXPECT_EQ(a.last_accessed_at, b.last_accessed_at);
  EXPECT_EQ(a.expires_at, b.expires_at);
  EXPECT_EQ(a.metadata, b.metadata);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.reflection_depth, b.reflection_depth);
}

TEST_F(MemoriesTest, SignalsOfManyComeInTheOrderThatWasAsked) {
  const Memory first = add("a"), second = add("b");
  constexpr Key gone = 1'000;
  const auto signals = reading([&](Connection& connection) {
    return SqliteSearch(connection)
        .signals_of(std::vector{second.key, gone, first.key, second.key});
  });
  std::vector<std::string> titles;
  for (const auto& each : signals) titles.push_back(each ? each->title : "none");
  EXPECT_THAT(titles, ElementsAre("Title b", "none", "Title a", "Title b"));
  EXPECT_EQ(signals.front()->key, second.key);
  EXPECT_EQ(signals.front()->content, "");
  EXPECT_EQ(signals.front()->source, second.source);
  EXPECT_EQ(signals.front()->created_at.time, second.created_at.time);
}

TEST_F(MemoriesTest, ComeBackAsTheyWere) {
  const Memory memory = add(full_memory());
  expect_equal(find("id-1").value(), memory);
  const auto by_title = reading([](Connection& connection) {
    return SqliteMemories(connection).find_by_title("team/eng", "Title");
  });
  expect_equal(by_title.value(), memory);
  EXPECT_EQ(by_title->key, memory.key);
  EXPECT_EQ(find("id-1")->expires_at->text(), "2027-01-01t00:00:00z");
}

TEST_F(MemoriesTest, ComeBackFromTheArchiveAsTheyWere) {
  const Archived archived{full_memory(), at(clock_.now()), "forget", {"a", "b \"c\""}};
  writing(
      [&](Connection& connection) { return SqliteMemories(connection).add_archived(archived); });
  const auto found = reading(
      [](Connection& connection) { return SqliteMemories(connection).find_archived("id-1"); });
  expect_equal(found.value().memory, archived.memory);
  EXPECT_EQ(found->reason, "forget");
  EXPECT_EQ(found->archived_at, archived.archived_at);
  EXPECT_EQ(found->source_ids, archived.source_ids);
}

TEST_F(MemoriesTest, AreNotThere) {
  EXPECT_FALSE(find("nothing"));
  const auto by_title = reading([](Connection& connection) {
    return SqliteMemories(connection).find_by_title("nowhere", "Title");
  });
  EXPECT_FALSE(by_title);
  EXPECT_THAT(reading([](Connection& connection) {
                return SqliteMemories(connection).by_keys(std::vector<Key>{1, 2});
              }),
              IsEmpty());
}

TEST_F(MemoriesTest, TitlesAreUniqueInANamespace) {
  add("1");
  const auto again = database_->write([](Connection& connection) {
    auto memory = memory_of("2", "Title 1", "other");
    return SqliteMemories(connection).insert(memory);
  });
  EXPECT_FALSE(again);
  add(memory_of("3", "Title 1", "other", "elsewhere"));
  EXPECT_EQ(number(*database_, "SELECT count(*) FROM memories"), 2);
}

TEST_F(MemoriesTest, OneQueryFindsATitleInManyNamespaces) {
  for (const char* id : {"1", "2", "3"})
    add(memory_of(id, "Title", "other", std::string("space ") + id));
  add(memory_of("4", "Title 1", "other", "space 1"));
  std::vector<std::int64_t> spaces;
  for (const char* id : {"3", "1"})
    spaces.push_back(number(*database_, std::string("SELECT number FROM namespaces WHERE name = "
                                                    "'space ") +
                                            id + "'"));
  spaces.push_back(77);
  const auto found = [&](std::string_view title) {
    return ids(reading([&](Connection& connection) {
      return SqliteMemories(connection).with_title(spaces, title);
    }));
  };
  EXPECT_THAT(found("Title"), ElementsAre("3", "1"));
  EXPECT_THAT(found("Titl"), IsEmpty());
  spaces.clear();
  EXPECT_THAT(found("Title"), IsEmpty());
}

TEST_F(MemoriesTest, KeysAreNeverUsedAgain) {
  const Memory first = add("1");
  writing([&](Connection& connection) {
    return SqliteMemories(connection).erase(first, clock_.now());
  });
  const Memory second = add("2");
  EXPECT_GT(second.key, first.key);
  EXPECT_FALSE(find("1"));
  EXPECT_EQ(number(*database_, "SELECT count(*) FROM tombstones WHERE id = '1'"), 1);
}

TEST_F(MemoriesTest, ReplaceChangesEverythingButTheKey) {
  const Memory old = add("1");
  Memory fresh = full_memory();
  fresh.key = old.key;
  writing([&](Connection& connection) { return SqliteMemories(connection).replace(old, fresh); });
  EXPECT_FALSE(find("1"));
  const Memory found = find("id-1").value();
  EXPECT_EQ(found.key, old.key);
  expect_equal(found, fresh);
  EXPECT_EQ(number(*database_, "SELECT memories FROM namespaces WHERE name = 'global'"), 0);
  EXPECT_EQ(number(*database_, "SELECT memories FROM namespaces WHERE name = 'team/eng'"), 1);
  EXPECT_EQ(number(*database_, "SELECT count(*) FROM tags"), 4);
}

TEST_F(MemoriesTest, EraseTakesEverythingAlong) {
  const Memory one = add(full_memory()), two = add("2");
  writing([&](Connection& connection) -> Result<bool> {
    return sql::SqlLinks(connection).add(one.key, two.key, {one.id, two.id, "related_to", {}, {}});
  });
  writing(
      [&](Connection& connection) { return SqliteMemories(connection).erase(one, clock_.now()); });
  for (const std::string table : {"links", "usage", "tags"})
    EXPECT_EQ(number(*database_, "SELECT count(*) FROM " + table), 0) << table;
  EXPECT_EQ(number(*database_,
                   "SELECT count(*) FROM title_words WHERE key <> " + std::to_string(two.key)),
            0);
}

TEST_F(MemoriesTest, PrefixesOfIds) {
  for (const char* id : {"abc1", "abc2", "abd", "ab%", "ABC3"}) add(id);
  const auto with = [&](std::string_view prefix, std::size_t limit) {
    return reading([&](Connection& connection) {
      return SqliteMemories(connection).ids_with_prefix(prefix, limit);
    });
  };
  EXPECT_THAT(with("abc", 10), ElementsAre("abc1", "abc2"));
  EXPECT_THAT(with("abc", 1), ElementsAre("abc1"));
  EXPECT_THAT(with("ab%", 10), ElementsAre("ab%"));
  EXPECT_THAT(with("abd", 10), ElementsAre("abd"));
  EXPECT_THAT(with("x", 10), IsEmpty());
}

TEST_F(MemoriesTest, ListIsInOrderOfPriorityThenChange) {
  for (const auto& [id, priority, day] :
       {std::tuple("low-new", 2, "05"), std::tuple("high-old", 9, "01"),
        std::tuple("high-new", 9, "03"), std::tuple("mid", 5, "09")}) {
    Memory memory = memory_of(id, id, "text");
    memory.priority = priority;
    memory.updated_at = at(moment("2026-11-" + std::string(day) + "T00:00:00Z"));
    add(memory);
  }
  EXPECT_THAT(listed({}), ElementsAre("high-new", "high-old", "mid", "low-new"));
  EXPECT_THAT(listed({}, {2, 1}), ElementsAre("high-old", "mid"));
  EXPECT_THAT(listed({}, {0, 0}), IsEmpty());
}

TEST_F(MemoriesTest, FiltersAllHold) {
  Memory a = memory_of("a", "A", "text", "team");
  a.tags = {"x", "y"};
  a.tier = Tier::long_term;
  a.priority = 8;
  a.created_at = at(moment("2026-11-10T00:00:00Z"));
  Memory b = memory_of("b", "B", "text", "team/eng");
  b.tags = {"x"};
  Memory c = memory_of("c", "C", "text", "team/eng/deep");
  Memory d = memory_of("d", "D", "text", "teams");
  d.expires_at = at(moment("2026-11-20T00:00:00Z"));  // before the clock
  for (const Memory& each : {a, b, c, d}) add(each);
  EXPECT_THAT(listed({}), UnorderedElementsAre("a", "b", "c"));
  EXPECT_THAT(listed_if([](Filter& f) { f.name_space = "team"; }), ElementsAre("a"));
  EXPECT_THAT(listed_if([](Filter& f) { f.name_space = "team/*"; }),
              UnorderedElementsAre("a", "b", "c"));
  EXPECT_THAT(listed_if([](Filter& f) { f.name_space = "team/eng/*"; }),
              UnorderedElementsAre("b", "c"));
  EXPECT_THAT(listed_if([](Filter& f) { f.name_space = "none"; }), IsEmpty());
  EXPECT_THAT(listed_if([](Filter& f) { f.tiers = {Tier::long_term}; }), ElementsAre("a"));
  EXPECT_THAT(listed_if([](Filter& f) { f.tags = {"x"}; }), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(listed_if([](Filter& f) { f.tags = {"x", "y"}; }), ElementsAre("a"));
  EXPECT_THAT(listed_if([](Filter& f) { f.tags = {"x,y"}; }), IsEmpty());
  EXPECT_THAT(listed_if([](Filter& f) { f.since = moment("2026-11-10T00:00:00Z"); }),
              ElementsAre("a"));
  EXPECT_THAT(listed_if([](Filter& f) { f.until = moment("2026-11-01T00:00:00Z"); }),
              UnorderedElementsAre("b", "c"));
  EXPECT_THAT(listed_if([](Filter& f) { f.min_priority = 8; }), ElementsAre("a"));
  EXPECT_THAT(listed_if([](Filter& f) {
                f.name_space = "team/*";
                f.tags = {"x"};
                f.min_priority = 6;
              }),
              ElementsAre("a"));
  Filter filter;
  filter.tiers = {Tier::long_term};
  filter.tags = {"y"};
  filter.min_priority = 8;
  EXPECT_TRUE(passes(a, filter, clock_.now()));
  EXPECT_FALSE(passes(b, filter, clock_.now()));
  EXPECT_FALSE(passes(d, {}, clock_.now()));
}

// V6: forty that were tagged today stand behind what says something newer.
TEST_F(MemoriesTest, TheNewestContentsComeFirst) {
  const auto day = [](int number) {
    const std::string digits = std::to_string(number);
    return at(moment("2026-11-" + (number < 10 ? "0" + digits : digits) + "T00:00:00Z"));
  };
  const auto add_old = [&](const std::string& id, int created) {
    Memory memory = memory_of(id, id, "text", id == "other" ? "other" : "global");
    memory.created_at = day(created);
    memory.updated_at = day(created);
    return memory;
  };
  for (int i = 0; i < 40; ++i) {
    Memory tagged = add_old("tagged-" + std::to_string(i), 1);
    tagged.updated_at = day(20);
    tagged.last_accessed_at = day(20);
    tagged.priority = 1 + i % 10;
    add(tagged);
  }
  Memory changed = add_old("changed", 1);
  changed.updated_at = day(9);
  changed.content_at = day(9).time;
  add(changed);
  add(add_old("stored", 8));
  add(add_old("other", 7));
  Memory mined = add_old("mined", 19);
  mined.source = "mine-claude";
  add(mined);
  EXPECT_THAT(used(3), ElementsAre("changed", "stored", "other"));
  EXPECT_THAT(used(1), ElementsAre("changed"));
  Filter global;
  global.name_space = "global";
  EXPECT_THAT(used(2, global), ElementsAre("changed", "stored"));
  EXPECT_EQ(used(100).size(), 43U);
  EXPECT_EQ(find("changed")->content_at, day(9).time);
}

TEST_F(MemoriesTest, ExpiredOnesAreFoundByExpiry) {
  for (const int day : {19, 18, 25}) {
    Memory memory = memory_of(std::to_string(day), "T" + std::to_string(day), "text");
    memory.expires_at = at(moment("2026-11-" + std::to_string(day) + "T00:00:00Z"));
    add(memory);
  }
  add("forever");
  const auto gone = reading(
      [&](Connection& connection) { return SqliteMemories(connection).expired(clock_.now(), 10); });
  EXPECT_THAT(ids(gone), ElementsAre("18", "19"));
  EXPECT_EQ(reading([&](Connection& connection) {
              return SqliteMemories(connection).count_expired(clock_.now());
            }),
            2);
}

TEST_F(MemoriesTest, SimilarTitles) {
  const Memory first = add(memory_of("1", "Database migration plan", "text"));
  add(memory_of("2", "Plan for migrating the database", "text"));
  add(memory_of("3", "Holiday in Norway", "text"));
  add(memory_of("4", "Database migration plan", "text", "elsewhere"));
  EXPECT_THAT(similar("Database migration plan", first.key), ElementsAre("2"));
  EXPECT_THAT(similar("Database migration plan"), UnorderedElementsAre("1", "2"));
  EXPECT_THAT(similar("Gardening"), IsEmpty());
  EXPECT_THAT(similar(""), IsEmpty());
}

// SQLite rewrites conditions before it looks for an index.
TEST_F(MemoriesTest, EqualContentsAreFoundWithoutReadingOthers) {
  constexpr int many = 300;
  writing([](Connection& connection) -> Result<void> {
    for (int i = 0; i < many; ++i) {
      const std::string id = std::to_string(i);
      Memory memory = memory_of(id, "Title " + id, "Content " + id);
      TRY_VOID(SqliteMemories(connection).insert(memory));
    }
    return {};
  });
  reading([&](Connection& connection) -> Result<void> {
    EXPECT_EQ(
        TRY(SqliteSearch(connection).keys_with_content("global", "Content 7", clock_.now(), 5))
            .size(),
        1U);
    int looked = 0;
    for (sqlite3_stmt* each = sqlite3_next_stmt(connection.handle(), nullptr); each;
         each = sqlite3_next_stmt(connection.handle(), each))
      if (std::string_view(sqlite3_sql(each)).find("substr(m.content") != std::string_view::npos) {
        ++looked;
        EXPECT_LT(sqlite3_stmt_status(each, SQLITE_STMTSTATUS_VM_STEP, 0), many);
      }
    EXPECT_EQ(looked, 1);
    return {};
  });
}

TEST(Rows, TagsSurviveJson) {
  const std::vector<std::string> tags{"", "a", "\"", "\\", "\n\t\x01", "日本", "]", ","};
  EXPECT_EQ(tags_from_json(tags_to_json(tags)), tags);
  EXPECT_THAT(tags_from_json(R"([ "a" , "\u00e9\ud83e\udde0\/" ])"), ElementsAre("a", "é🧠/"));
  EXPECT_THAT(tags_from_json("[]"), IsEmpty());
}

TEST(Rows, AGivenTimeIsForgottenOnceTheTimeChanges) {
  Memory memory = full_memory();
  const std::string given = given_times(memory).value();
  memory.updated_at = at(memory.updated_at.time + std::chrono::seconds(1));
  restore_given_times(memory, given);
  EXPECT_TRUE(memory.updated_at.given.empty());
  EXPECT_EQ(memory.created_at.given, "2026-11-01T01:02:03Z");
  EXPECT_FALSE(given_times(memory_of("1", "T", "c")));
}

}  // namespace
}  // namespace aim::store::sqlite
