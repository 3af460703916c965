#include "engine/archive.h"

#include "engine/engine_testing.h"
#include "engine/forget.h"
#include "engine/relate.h"
#include "engine/transfer/export_import.h"
#include "store/memories.h"

namespace aim::engine {
namespace {

using namespace testing;
using ::testing::ElementsAre, ::testing::Field, ::testing::HasSubstr, ::testing::IsEmpty,
    ::testing::Pair, ::testing::SizeIs;

class Archive : public EngineTest {
 protected:
  std::string brief(std::string title, std::string name_space = "global") {
    Draft given = draft(std::move(title), "word", std::move(name_space));
    given.tier = Tier::short_term;
    given.tags = {"t"};
    given.metadata = R"({"k":1})";
    return id_of(given);
  }
  std::vector<Archived> archived(const std::string& name_space = "") {
    return must(list_archive(*engine_, {.name_space = name_space}, 100, 0));
  }
};

TEST_F(Archive, CollectsWhatHasExpired) {  // A8
  const auto id = brief("1");
  keep("2");
  EXPECT_EQ(must(collect_expired(*engine_)), 0);
  clock_.advance(6h);
  EXPECT_EQ(must(count_expired(*engine_)), 1);
  EXPECT_EQ(must(collect_expired(*engine_)), 1);
  EXPECT_EQ(must(collect_expired(*engine_)), 0);
  EXPECT_FALSE(there(id));
  EXPECT_THAT(listed(), ElementsAre("2"));
  ASSERT_THAT(archived(), SizeIs(1));
  EXPECT_EQ(archived()[0].reason, "gc");
  EXPECT_EQ(archived()[0].memory.metadata, R"({"k":1})");
}

TEST_F(Archive, CanBeTurnedOff) {
  EngineOptions options;
  options.archive_on_gc = false;
  start(options);
  const auto id = brief("1");
  clock_.advance(6h);
  EXPECT_EQ(must(collect_expired(*engine_)), 1);
  EXPECT_FALSE(there(id));
  EXPECT_EQ(must(count_archive(*engine_, {})), 0);
  EXPECT_THAT(archived(), IsEmpty());
  EXPECT_FALSE(restore(*engine_, id));
}

TEST_F(Archive, StopsBetweenTransactions) {
  must(engine_->database.write([&](store::Writer& writer) -> Result<void> {
    for (int i = 0; i < 1'200; ++i) {
      auto memory = store::sqlite::testing::memory_of("id-" + std::to_string(i),
                                                      "t" + std::to_string(i), "x");
      memory.expires_at = at(clock_.now() - 1s);
      TRY_VOID(writer.memories.insert(memory));
    }
    return {};
  }));
  EXPECT_EQ(must(collect_expired(*engine_, [] { return true; })), 500);
  EXPECT_EQ(must(collect_expired(*engine_)), 700);
}

TEST_F(Archive, RestoresAsItWasButLong) {  // wire.md 1.5, 6
  const auto id = brief("1");
  use(id, 3);
  const Memory before = now(id);
  clock_.advance(7h);
  must(collect_expired(*engine_));
  clock_.advance(1h);
  EXPECT_EQ(must(restore(*engine_, id.substr(0, 8))).id, id);
  const Memory after = now(id);
  EXPECT_EQ(after.tier, Tier::long_term);
  EXPECT_FALSE(after.expires_at);
  EXPECT_EQ(after.updated_at, at(clock_.now()));
  EXPECT_EQ(after.created_at, before.created_at);
  EXPECT_EQ(after.access_count, 3);
  EXPECT_EQ(after.last_accessed_at, before.last_accessed_at);
  EXPECT_EQ(after.tags, before.tags);
  EXPECT_EQ(after.metadata, before.metadata);
  EXPECT_THAT(searched("word"), ElementsAre("1"));
  EXPECT_THAT(archived(), IsEmpty());
  EXPECT_EQ(refusal(restore(*engine_, id)).code, Code::not_found);
}

TEST_F(Archive, RestoresNothingOverWhatIsThere) {
  const auto id = brief("1", "team");
  clock_.advance(7h);
  must(collect_expired(*engine_));
  const auto other = id_of("1", "new", "team");
  const Error taken = refusal(restore(*engine_, id));
  EXPECT_EQ(taken.code, Code::conflict);
  for (const std::string& named : {std::string("\"1\""), std::string("\"team\""), other})
    EXPECT_THAT(taken.message, HasSubstr(named));
  EXPECT_THAT(archived(), SizeIs(1));
  must(remove(*engine_, other));
  must(restore(*engine_, id));
}

TEST_F(Archive, ListsNewestFirst) {
  for (const char* title : {"a", "b", "c"}) {
    keep(title, "x", std::string("team/") + title);
    must(forget(*engine_, {std::string("team/") + title, "", {}, false}));
    clock_.advance(1s);
  }
  const auto listed_titles = [&](const std::string& name_space, std::int64_t limit,
                                 std::int64_t offset) {
    Strings out;
    for (const Archived& each :
         must(list_archive(*engine_, {.name_space = name_space}, limit, offset)))
      out.push_back(each.memory.title);
    return out;
  };
  EXPECT_THAT(listed_titles("", 10, 0), ElementsAre("c", "b", "a"));
  EXPECT_THAT(listed_titles("", 1, 1), ElementsAre("b"));
  EXPECT_THAT(listed_titles("team/*", 10, 0), ElementsAre("c", "b", "a"));
  EXPECT_THAT(listed_titles("team/b", 10, 0), ElementsAre("b"));
  EXPECT_THAT(listed_titles("team", 10, 0), IsEmpty());
  EXPECT_THAT(listed_titles("", 0, 0), IsEmpty());
}

TEST_F(Archive, ListsDeletedOnesAmongThemPageByPage) {  // T5
  Strings newest;
  for (int i = 0; i < 12; ++i) {
    const auto id = id_of(std::to_string(i), "x", i % 3 == 0 ? "n" : "team/n");
    clock_.advance(1s);
    if (i % 2 == 0)
      must(remove(*engine_, id));
    else
      must(forget(*engine_, {.ids = {id}}));
    newest.insert(newest.begin(), std::to_string(i));
  }
  const auto twice = archived("n").front().memory.id;
  must(restore(*engine_, twice));
  clock_.advance(1s);
  must(remove(*engine_, twice));
  std::rotate(newest.begin(), std::ranges::find(newest, "9"), std::ranges::find(newest, "9") + 1);
  Strings walked;
  for (std::int64_t offset = 0; offset < 14; offset += 2)
    for (const Archived& each : must(list_archive(*engine_, {}, 2, offset)))
      walked.push_back(each.memory.title);
  EXPECT_EQ(walked, newest);
  EXPECT_THAT(archived("n"), SizeIs(4));
  EXPECT_THAT(archived("team/*"), SizeIs(8));
}

TEST_F(Archive, ALinkOfTwoThatWentComesBackWhicheverIsRestoredFirst) {
  const auto go = [&](const std::string& id, bool archive) {
    clock_.advance(1s);
    if (archive)
      must(forget(*engine_, {.ids = {id}}));
    else
      must(remove(*engine_, id));
  };
  for (int way = 0; way < 8; ++way) {
    const auto a = id_of("a" + std::to_string(way)), b = id_of("b" + std::to_string(way)),
               c = id_of("c" + std::to_string(way));
    must(add_link(*engine_, a, b, Relation::supersedes));
    must(add_link(*engine_, b, c, Relation::related_to));
    clock_.advance(1s);
    must(remove_link(*engine_, b, c, Relation::related_to));
    go(a, (way & 1) != 0);
    go(b, (way & 2) != 0);
    const bool last_first = (way & 4) != 0;
    clock_.advance(1s);
    must(restore(*engine_, last_first ? b : a));
    clock_.advance(1s);
    must(restore(*engine_, last_first ? a : b));
    EXPECT_THAT(must(links_of(*engine_, b)), SizeIs(1)) << way;
    EXPECT_THAT(must(links_of(*engine_, a)), SizeIs(1)) << way;
  }
}

TEST_F(Archive, PurgesAllOrTheOld) {
  for (int i = 0; i < 4; ++i) {
    keep(std::to_string(i), "x", "n");
    must(forget(*engine_, {"n", "", {}, false}));
    clock_.advance(10 * day);
  }
  EXPECT_EQ(must(count_archive(*engine_, 30)), 1);
  EXPECT_EQ(must(count_archive(*engine_, {})), 4);
  EXPECT_EQ(must(purge_archive(*engine_, 30)),
            1);  // the one of 40 days; exactly 30 is not more than 30
  EXPECT_EQ(must(purge_archive(*engine_, 15)), 2);
  EXPECT_EQ(must(purge_archive(*engine_, 36'500)), 0);
  EXPECT_EQ(must(purge_archive(*engine_, {})), 1);
  EXPECT_THAT(archived(), IsEmpty());
}

TEST_F(Archive, PurgeLeavesTheHistoryOfAMemoryThatLivesAgain) {
  const auto id = id_of("One", "text");
  must(forget(*engine_, {.pattern = "text"}));
  ImportReport report;
  must(import_memories(*engine_, {{0, memory_of(id, "One", "imported", "global")}}, report));
  const auto versions = [&] {
    return must(engine_->database.read(
                    [&](store::Reader& reader) { return reader.memories.versions_of(id, 10); }))
        .size();
  };
  const auto before = versions();
  ASSERT_GT(before, 0U);
  EXPECT_EQ(must(purge_archive(*engine_, {})), 1);
  EXPECT_EQ(versions(), before);
  EXPECT_EQ(now(id).content, "imported");
}

TEST_F(Archive, Stats) {
  EXPECT_EQ(must(archive_stats(*engine_)).count, 0);
  EXPECT_FALSE(must(archive_stats(*engine_)).oldest);
  const Time first = clock_.now();
  for (const char* name_space : {"a", "b", "b"}) {
    keep("né", "四", name_space);  // 3 + 3 bytes
    must(forget(*engine_, {name_space, "", {}, false}));
    clock_.advance(1h);
  }
  const ArchiveStats stats = must(archive_stats(*engine_));
  EXPECT_EQ(stats.count, 3);
  EXPECT_EQ(stats.bytes, 18);
  EXPECT_EQ(stats.oldest, first);
  EXPECT_EQ(stats.newest, first + 2h);
  EXPECT_THAT(stats.by_name_space, ElementsAre(Pair("b", 2), Pair("a", 1)));
}

}  // namespace
}  // namespace aim::engine
