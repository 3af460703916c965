// Databases of every layout so far: made by the statements of their time, filled with what they
// could hold, opened by the program of today. Nothing is lost, and upkeep makes whole what the
// rules of that time had made (A11).
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "store/sql/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/schema/migrate.h"
#include "store/sqlite/schema/migrations.h"
#include "store/sqlite/search/index_rules.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/store_testing.h"
#include "store/sqlite/unit.h"

namespace aim::store::sqlite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::must;
using testing::run_sql;
using ::testing::SizeIs;

// What came with each layout. A database of layout N has the rows of the first N.
constexpr auto rows_of = std::to_array<std::string_view>({
    // 1: memories and what belongs to them
    R"sql(
      INSERT INTO namespaces VALUES (1, 'global', 2, 124), (2, 'team/eng', 1, 53);
      INSERT INTO memories(key, id, seq, namespace, tier, priority, reinforcement, confidence, source, created_at, updated_at,
                           expires_at, given_times, length_code, title, tags, metadata, content) VALUES
        (1, '11111111-1111-4111-8111-111111111111', 1, 1, 2, 8, 1, 0.75, 'user', 1760000000123456789, 1760000001000000000,
         NULL, 'c=2025-10-09T10:53:20.123456789+02:00', 29, 'Database choice', '["infra","database"]', '{"session_id":"talk"}',
         'Production runs PostgreSQL 16 with pgvector'),
        (2, '22222222-2222-4222-8222-222222222222', 4, 1, 1, 5, 0, 1.0, 'api', 1760000002000000000, 1760000002000000000,
         1900000000000000000, NULL, 26, 'Deploys', '[]', '{"agent_id":"ann"}',
         'Deploys go out on Tuesdays, never on Fridays'),
        (3, '33333333-3333-4333-8333-333333333333', 3, 2, 2, 10, 0, 1.0, 'claude', 1760000003000000000, 1760000003000000000,
         NULL, NULL, 26, '日本語', '["n6"]', '{}', '検索は語の切れ目なしに働く');
      INSERT INTO usage VALUES (1, 7, 1760000009000000000);
      INSERT INTO tags VALUES ('infra', 1), ('database', 1), ('n6', 3);
      INSERT INTO links VALUES (2, 1, 'supersedes', 1760000004000000000, 1760000004000000000, NULL),
                               (1, 3, 'derived_from', 1760000005000000000, 1760000005000000000, NULL);
      INSERT INTO archive(id, archived_at, reason, namespace, tier, priority, reinforcement, confidence, source, access_count,
                          created_at, updated_at, last_accessed_at, expires_at, given_times, title, tags, metadata, content)
        VALUES ('44444444-4444-4444-8444-444444444444', 1760000006000000000, 'gc', 'global', 0, 3, 0, 0.5, 'hook', 2,
                1759000000000000000, 1759000000000000000, 1759000001000000000, 1759100000000000000, NULL, 'Old', '["x"]', '{}',
                'archived content');
      INSERT INTO standards VALUES ('*', 1, NULL, 1760000007000000000), ('team/eng', 3, '*', 1760000007000000000);
      INSERT INTO tombstones VALUES (5, '55555555-5555-4555-8555-555555555555', 'global', 'Gone', 1760000008000000000);
    )sql",
    // 2: vectors, which are made when they are missing
    "",
    // 3: what sync must not bring back
    R"sql(
      INSERT INTO link_tombstones VALUES ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222',
                                          'related_to', 1760000010000000000);
      INSERT INTO standard_tombstones VALUES ('gone', 1760000010000000000);
    )sql",
    // 4: signed events
    "INSERT INTO signed_events VALUES (1, 1760000011000000000, 'gc', '{\"ids\":[]}', '', 'key', "
    "'signature');",
    // 5: a reflection, one of whose sources is lost
    R"sql(
      UPDATE memories SET kind = 1, reflection_depth = 1 WHERE key = 3;
      INSERT INTO links VALUES (3, 2, 'reflects_on', 1760000012000000000, 1760000012000000000, NULL);
      INSERT INTO lost_sources VALUES (3, '66666666-6666-4666-8666-666666666666', 'Lost', 1760000012000000000);
    )sql",
    // 6: a conversation; its second text is compressed after the first
    R"sql(
      INSERT INTO transcripts VALUES (1, '3ecb1b7d-5dbd-8413-af73-e6ec2481349f', 1, 'talk', 1760000013000000000,
                                      1760000014000000000, NULL, 2, 51);
      INSERT INTO text_blocks VALUES (1, 51, 0, 1760000014000000000, NULL);
      INSERT INTO turn_texts VALUES
        (1, '2f6d026d6d07a5d01632f9b565a07092', 1, 0, 25, 34,
         x'28b52ffd0000c90000576869636820646174616261736520646f207765207573653f'),
        (2, '6deca39b9dedd2e759eff89b4a183303', 1, 25, 26, 35,
         x'28b52ffd0000d10000506f737467726553514c2031362c2073696e6365204d61726368');
      INSERT INTO turns VALUES (1, 1, 0, 1760000013000000000, 1), (1, 2, 1, 1760000014000000000, 2);
      INSERT INTO transcript_links(memory, transcript, span_start, span_end)
        VALUES (1, '3ecb1b7d-5dbd-8413-af73-e6ec2481349f', 1, 2);
      INSERT INTO transcript_tombstones VALUES ('77777777-7777-8777-8777-777777777777', 1760000014000000000);
    )sql",
    // 7: a deadline, and a link that waits for its memory in the archive
    R"sql(
      UPDATE memories SET deadline = 1 WHERE key = 2;
      INSERT INTO archived_links VALUES ('44444444-4444-4444-8444-444444444444', '44444444-4444-4444-8444-444444444444',
        '11111111-1111-4111-8111-111111111111', 'related_to', 1760000015000000000, 1760000015000000000, NULL);
    )sql",
    // 8: a call that was noted
    R"sql(
      INSERT INTO accesses VALUES (1, 1760000016000000000, 'recall', 'mcp', 'which database', NULL, 'talk', 'global', 900, 40, 1);
      INSERT INTO access_log VALUES (1, 1, 1, 0.9, NULL);
    )sql",
    // 9: a question kept with its answer
    R"sql(
      INSERT INTO golden_questions(question, namespace, memory, added_at)
        VALUES ('Which database?', 'global', '11111111-1111-4111-8111-111111111111', 1760000017000000000);
    )sql",
    // 10: what can be undone
    R"sql(
      INSERT INTO undo(at, action, id, sources, links, state)
        VALUES (1795000000000000000, 'delete', '55555555-5555-4555-8555-555555555555', '[]', '[]', NULL);
    )sql",
    // 11: a token
    R"sql(
      INSERT INTO tokens VALUES ('0123456789abcdef', 'ci', '0000000000000000000000000000000000000000000000000000000000000000', 0,
                                 'team/*', '', 1760000018000000000, NULL, NULL);
    )sql",
    // 12: a mark, which is made when it is missing
    "",
    // 13: a project that has a namespace
    "INSERT INTO namespace_keys VALUES ('git:github.com/acme/shop', 'acme/shop', '/home/ann/shop', "
    "7, 0);",
    // 14: a former state
    R"sql(
      INSERT INTO versions(until, change, id, version, state)
        VALUES (1760000019000000000, 'update', '11111111-1111-4111-8111-111111111111', 1, '{}');
    )sql",
    // 15: a link that was removed
    R"sql(
      INSERT INTO link_versions VALUES (1, 1760000020000000000, 'removed', '11111111-1111-4111-8111-111111111111',
        '22222222-2222-4222-8222-222222222222', 'related_to', 1760000019000000000, 1760000019000000000, NULL);
    )sql",
    // 16: a step of undo
    "INSERT INTO undo VALUES (1, 1760000021000000000, 'store', 0, "
    "'11111111-1111-4111-8111-111111111111');",
    // 17: words that changes took away, which are found when they are missing
    "",
    // 18: an index only
    "",
    // 19: states that were packed when the file was first opened
    "",
});

// A layout that has been is what it was: databases of it are about. What is to change becomes a
// further migration.
constexpr auto hashes = std::to_array<std::string_view>({
    "52ca3440a915b975", "bb07b15f7055758d", "c4ee78786e56c261", "31db62b51fb1a8b8",
    "23c72dca8f800288", "e94006f5b1f5a061", "795b41161aeef325", "c54ac8a961032aef",
    "b4328b70c4869a1a", "eaf99dc9f5d5ba25", "170a39921ef4c514", "bc5b850c2364bcf8",
    "4a3e470802d28e97", "b84d343899a3fa89", "0ebd4a8fd3ddf8dd", "54b8b8fe92b6bc61",
    "db9dfbc80146873e", "68651cacffcfca56", "2f844ebce4cc9426",
});

// Beginning of the hash of its statements, without the comments.
std::string hash_of(std::string_view migration) {
  std::string statements;
  while (!migration.empty()) {
    const auto line = migration.substr(0, migration.find('\n') + 1);
    if (!line.starts_with("--"))
      statements.append(line);
    migration.remove_prefix(line.empty() ? migration.size() : line.size());
  }
  return sha256_hex(statements).substr(0, 16);
}

class Layouts : public testing::StoreTest {
 protected:
  // As a program of that time left it. None of them said by which rules its index was made.
  void make(std::size_t layout) {
    for (const char* suffix : {"", "-wal", "-shm"})
      std::filesystem::remove(file().string() + suffix);
    std::ofstream(file()).flush();
    const auto connection = connect("test.db", {.full_sync = false});
    for (std::size_t step = 0; step < layout; ++step) {
      must(connection->script(std::string(migrations()[step])));
      if (step < rows_of.size())
        must(connection->script(std::string(rows_of[step])));
    }
    must(connection->script("PRAGMA application_id=" + std::to_string(application_id) +
                            ";PRAGMA user_version=" + std::to_string(layout)));
  }
};

void expect_memories(Database& database, std::size_t layout) {
  must(database.read([&](Connection& connection) -> Result<void> {
    const Memory first =
        TRY(SqliteMemories(connection).find_by_id("11111111-1111-4111-8111-111111111111")).value();
    EXPECT_EQ(first.title, "Database choice");
    EXPECT_EQ(first.content, "Production runs PostgreSQL 16 with pgvector");
    EXPECT_EQ(first.name_space, "global");
    EXPECT_EQ(first.tier, Tier::long_term);
    EXPECT_EQ(first.priority, 8);
    EXPECT_EQ(first.reinforcement, 1);
    EXPECT_EQ(first.confidence, 0.75);
    EXPECT_EQ(first.source, "user");
    EXPECT_EQ(first.access_count, 7);
    EXPECT_EQ(first.created_at.given, "2025-10-09T10:53:20.123456789+02:00");
    EXPECT_THAT(first.tags, ElementsAre("infra", "database"));
    EXPECT_EQ(first.metadata, R"({"session_id":"talk"})");
    EXPECT_FALSE(first.expires_at);
    const Memory second =
        TRY(SqliteMemories(connection).find_by_id("22222222-2222-4222-8222-222222222222")).value();
    EXPECT_EQ(second.tier, Tier::mid_term);
    EXPECT_TRUE(second.expires_at.has_value());
    EXPECT_EQ(second.deadline, layout >= 7);
    const Memory third =
        TRY(SqliteMemories(connection).find_by_id("33333333-3333-4333-8333-333333333333")).value();
    EXPECT_EQ(third.name_space, "team/eng");
    EXPECT_EQ(third.content, "検索は語の切れ目なしに働く");
    EXPECT_EQ(third.kind, layout >= 5 ? MemoryKind::reflection : MemoryKind::observation);
    EXPECT_THAT(TRY(sql::SqlLinks(connection).of(first.key)), SizeIs(2));
    const Archived old =
        TRY(SqliteMemories(connection).find_archived("44444444-4444-4444-8444-444444444444"))
            .value();
    EXPECT_EQ(old.memory.content, "archived content");
    EXPECT_EQ(old.memory.access_count, 2);
    EXPECT_EQ(TRY(SqliteMemories(connection).find_standard("team/eng")).value().parent, "*");
    return {};
  }));
}

void expect_conversation(Database& database) {
  must(database.read([&](Connection& connection) -> Result<void> {
    std::string said;
    const SqliteTranscripts transcripts(connection);
    for (const TurnRow& turn : TRY(transcripts.turns(1, 0, 10)))
      said.append(TRY(transcripts.text(turn.text))).append("\n");
    EXPECT_EQ(said, "Which database do we use?\nPostgreSQL 16, since March\n");
    return {};
  }));
}

TEST_F(Layouts, EachOpensAndLosesNothing) {
  constexpr auto later =
      std::to_array<std::pair<std::size_t, const char*>>({{1, "tombstones"},
                                                          {3, "link_tombstones"},
                                                          {3, "standard_tombstones"},
                                                          {4, "signed_events"},
                                                          {5, "lost_sources"},
                                                          {6, "transcript_links"},
                                                          {6, "transcript_tombstones"},
                                                          {7, "archived_links"},
                                                          {8, "accesses"},
                                                          {8, "access_log"},
                                                          {9, "golden_questions"},
                                                          {11, "tokens"},
                                                          {13, "namespace_keys"},
                                                          {15, "link_versions"},
                                                          {16, "undo"}});
  // What the rows above leave to today's rules.
  const std::set<std::string> made_anew{"passages", "signs", "title words"};
  for (std::size_t layout = 1; layout <= migrations().size(); ++layout) {
    SCOPED_TRACE("layout " + std::to_string(layout));
    make(layout);
    const auto database = open("test.db", {.full_sync = false});
    EXPECT_EQ(number(*database, "PRAGMA user_version"), newest_layout());
    expect_memories(*database, layout);
    if (layout >= 6)
      expect_conversation(*database);
    for (const auto& [since, table] : later)
      EXPECT_EQ(number(*database, std::string("SELECT count(*) FROM ") + table),
                layout >= since ? 1 : 0)
          << table;
    for (const Finding& finding : must(check_all(*connect())))
      EXPECT_TRUE(finding.good || made_anew.contains(finding.check))
          << finding.check << ": " << finding.detail;
    // Upkeep makes the index anew; then everything is as it would be in a database of today.
    while (must(database->write([](Connection& connection) {
             return SqliteSearch(connection).reindex_texts(2);
           })).left > 0) {
    }
    for (const Finding& finding : must(check_all(*connect())))
      EXPECT_TRUE(finding.good) << finding.check << ": " << finding.detail;
  }
}

TEST_F(Layouts, FormerStatesOfAnEarlierOneAreFoundByTheirWords) {
  make(16);
  run_sql(file(),
          "UPDATE versions SET state = json_object('namespace', 'global', 'title', 'Database "
          "choice', 'content', 'Production runs MySQL')");
  const auto database = open("test.db", {.full_sync = false});
  std::vector<std::string> found;
  must(database->read([&](Connection& connection) {
    return SqliteMemories(connection)
        .each_version_that_lost(Time::min(), std::vector<std::string>{"mysql", "product"},
                                [&](const Version& version) -> Result<bool> {
                                  found.push_back(version.memory.content);
                                  return true;
                                });
  }));
  EXPECT_THAT(found, ElementsAre("Production runs MySQL"));
}

TEST_F(Layouts, ViewsAndTriggersOfOthersAreNotInTheWay) {
  make(18);
  run_sql(file(),
          "CREATE VIEW old_states AS SELECT id, state FROM versions; CREATE TABLE notes(x); CREATE "
          "TRIGGER note AFTER INSERT ON versions BEGIN INSERT INTO notes VALUES (new.id); END");
  const auto database = open("test.db", {.full_sync = false});
  EXPECT_EQ(number(*database, "PRAGMA user_version"), newest_layout());
  EXPECT_EQ(number(*database, "SELECT count(*) FROM versions"), 1);
}

TEST_F(Layouts, AreWhatTheyWere) {
  ASSERT_GE(migrations().size(), hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i)
    EXPECT_EQ(hash_of(migrations()[i]), hashes[i]) << "migration " << i + 1 << " has changed";
}

TEST_F(Layouts, ANewerOneIsRefusedWithWhatToDo) {
  make(migrations().size());
  run_sql(file(), "PRAGMA user_version=" + std::to_string(newest_layout() + 1));
  const auto opened = Database::open(file(), {}, clock_);
  ASSERT_FALSE(opened);
  EXPECT_THAT(opened.error().message, HasSubstr("layout " + std::to_string(newest_layout() + 1)));
  EXPECT_THAT(opened.error().message, HasSubstr("up to " + std::to_string(newest_layout())));
  EXPECT_THAT(opened.error().hint, HasSubstr("update ai-memory"));
}

}  // namespace
}  // namespace aim::store::sqlite
