#include "store/sqlite/schema/migrate.h"

#include <sys/stat.h>

#include <fstream>
#include <map>
#include <thread>

#include "store/sql/links.h"
#include "store/sqlite/memories.h"
#include "store/sqlite/reference/reference_testing.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/search/sqlite_search.h"
#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite {
namespace {

using ::testing::AllOf;
using testing::awkward_rows;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::make_reference;
using testing::must;
using testing::ReferenceRow;
using testing::run_sql;
using ::testing::SizeIs;

namespace fs = std::filesystem;

class Migrate : public testing::StoreTest {
 protected:
  std::string refusal(const std::string& name = "test.db") {
    const auto opened = Database::open(file(name), {}, clock_);
    return opened ? "opened" : opened.error().message;
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  static std::string content_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  void expect_sound() {
    for (const Finding& finding : must(check_all(*connect())))
      EXPECT_TRUE(finding.good) << finding.check << ": " << finding.detail;
  }
};

std::map<std::string, Memory> all_memories(Database& database) {
  std::map<std::string, Memory> memories;
  must(database.read([&](Connection& connection) {
    return SqliteMemories(connection).each([&](const Memory& memory) -> Result<void> {
      memories[memory.id] = memory;
      return {};
    });
  }));
  return memories;
}

void expect_text_kept(const ReferenceRow& row, const Memory& memory) {
  EXPECT_EQ(memory.title, row.title);
  EXPECT_EQ(memory.content, row.content);
  EXPECT_EQ(memory.name_space, row.name_space);
  EXPECT_EQ(memory.source, row.source);
  EXPECT_EQ(memory.priority, row.priority);
  EXPECT_EQ(memory.confidence, row.confidence);
  EXPECT_EQ(memory.access_count, row.access_count);
}

// A time is the text it was, or stands in the metadata.
void expect_time_kept(const std::string& column, const std::string& text,
                      const std::optional<Timestamp>& time, const Memory& memory) {
  if (time && time->text() == text)
    return;
  EXPECT_THAT(memory.metadata, HasSubstr("\"ai_memory_unparsed_" + column + "\":\"" + text + "\""));
}

void expect_kept(const ReferenceRow& row, const Memory& memory) {
  SCOPED_TRACE(row.id);
  expect_text_kept(row, memory);
  expect_time_kept("created_at", row.created_at, memory.created_at, memory);
  expect_time_kept("updated_at", row.updated_at, memory.updated_at, memory);
  EXPECT_EQ(memory.last_accessed_at.has_value(), row.last_accessed_at.has_value());
  if (row.last_accessed_at)
    expect_time_kept("last_accessed_at", *row.last_accessed_at, memory.last_accessed_at, memory);
  if (row.expires_at)
    expect_time_kept("expires_at", *row.expires_at, memory.expires_at, memory);
  else
    EXPECT_FALSE(memory.expires_at);
}

// ---- our own layouts ----

TEST_F(Migrate, MakesANewDatabasePrivate) {
  const auto database = open("deep/er/new.db");
  EXPECT_EQ(number(*database, "PRAGMA application_id"), application_id);
  EXPECT_EQ(number(*database, "PRAGMA user_version"), newest_layout());
  struct stat status {};
  ASSERT_EQ(::stat(file("deep/er/new.db").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(Migrate, OpensTwice) {
  put(*open(), testing::memory_of("1", "One", "text"));
  EXPECT_EQ(number(*open(), "SELECT count(*) FROM memories"), 1);
}

TEST_F(Migrate, MakesOfATemporaryFileWhatItMakesOfAnother) {
  const auto made = [&](const std::string& name) {
    std::vector<std::string> rows;
    const auto connection = connect(name);
    auto statement = must(connection->prepare(
        "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') "
        "FROM sqlite_schema UNION ALL SELECT k || '=' || v FROM memory_text_config "
        "UNION ALL SELECT name || '=' || value FROM meta UNION ALL "
        "SELECT 'layout ' || application_id || ' ' || user_version "
        "FROM pragma_application_id, pragma_user_version"));
    while (must(statement.step())) rows.push_back(statement.string(0));
    return rows;
  };
  open("lasting.db");
  ConnectionOptions options;
  options.temporary = true;
  open("temporary.db", options);
  EXPECT_THAT(made("temporary.db"), ::testing::UnorderedElementsAreArray(made("lasting.db")));
}

TEST_F(Migrate, BringsLayout2Forward) {
  put(*open(), testing::memory_of("1", "One", "text"));
  run_sql(file(), testing::without_accesses);
  run_sql(file(), testing::without_deadlines);
  run_sql(file(), testing::without_kinds);
  run_sql(file(),
          "DROP TABLE link_tombstones; DROP TABLE standard_tombstones; DROP TABLE signed_events;"
          "DROP TABLE turns; DROP TABLE turn_texts; DROP TABLE text_blocks; DROP TABLE transcripts;"
          "DROP TABLE transcript_links; DROP TABLE transcript_tombstones; PRAGMA user_version=2");
  const auto database = open();
  EXPECT_EQ(number(*database, "PRAGMA user_version"), newest_layout());
  EXPECT_EQ(number(*database, "SELECT count(*) FROM link_tombstones"), 0);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM signed_events"), 0);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM memories WHERE kind = 0"), 1);
  EXPECT_EQ(number(*database, "SELECT sum(reflection_depth) FROM memories"), 0);
  expect_sound();
}

TEST_F(Migrate, BringsLayout6Forward) {
  put(*open(), testing::memory_of("1", "One", "text"));
  run_sql(file(), testing::without_accesses);
  run_sql(file(), testing::without_deadlines);
  run_sql(file(), "ALTER TABLE transcript_links DROP COLUMN remembered_at; PRAGMA user_version=6");
  const auto database = open();
  EXPECT_EQ(number(*database, "PRAGMA user_version"), newest_layout());
  EXPECT_EQ(number(*database, "SELECT sum(deadline) FROM memories"), 0);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM archived_links"), 0);
  const auto same = must(database->read([&](Connection& connection) {
    return SqliteSearch(connection).keys_with_content("global", "text", clock_.now(), 5);
  }));
  EXPECT_THAT(same, SizeIs(1));
  expect_sound();
}

TEST_F(Migrate, BringsLayout7Forward) {
  put(*open(), testing::memory_of("1", "One", "text"));
  run_sql(file(), testing::without_accesses);
  run_sql(file(), "PRAGMA user_version=7");
  const auto database = open();
  EXPECT_EQ(number(*database, "PRAGMA user_version"), newest_layout());
  EXPECT_EQ(number(*database, "SELECT count(*) FROM accesses"), 0);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM access_log"), 0);
  expect_sound();
}

TEST_F(Migrate, RefusesANewerLayout) {
  open();
  run_sql(file(), "PRAGMA user_version=99");
  const std::string before = content_of(file());
  EXPECT_THAT(refusal(), AllOf(HasSubstr("99"), HasSubstr("newer")));
  EXPECT_EQ(content_of(file()), before);
}

TEST_F(Migrate, RefusesForeignFiles) {
  run_sql(file("foreign.db"), "CREATE TABLE recipes(name TEXT)");
  EXPECT_THAT(refusal("foreign.db"), HasSubstr("another program"));
  std::ofstream(file("text.db")) << std::string(5'000, 'x');
  EXPECT_THAT(refusal("text.db"), HasSubstr("no database"));
}

TEST_F(Migrate, SixThreadsOpenTheSameNewFile) {
  std::vector<std::string> errors(6);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < errors.size(); ++i)
      threads.emplace_back([&, i] {
        Database database(file(), {}, clock_);
        auto memory = testing::memory_of(std::to_string(i), "Title " + std::to_string(i), "text");
        const auto done = database.write(
            [&](Connection& connection) { return SqliteMemories(connection).insert(memory); });
        if (!done)
          errors[i] = done.error().message + done.error().detail;
      });
  }
  EXPECT_THAT(errors, ::testing::Each(IsEmpty()));
  EXPECT_EQ(number(*open(), "SELECT count(*) FROM memories"), 6);
  expect_sound();
}

// ---- the reference's ----

TEST_F(Migrate, TakesOverADatabaseOfTheReference) {
  const auto rows = awkward_rows(1'000);
  make_reference(file(), 13, rows);
  const auto database = open();
  const auto memories = all_memories(*database);
  ASSERT_THAT(memories, SizeIs(rows.size()));
  for (const ReferenceRow& row : rows) expect_kept(row, memories.at(row.id));
  expect_sound();
  EXPECT_EQ(number(*database, "SELECT value FROM meta WHERE name = 'reference_schema'"), 13);
  EXPECT_EQ(number(*database,
                   "SELECT count(*) FROM sqlite_schema WHERE name IN "
                   "('reference_memories', 'reference_memory_links', "
                   "'reference_archived_memories', 'memories_fts', 'memories_ai')"),
            0);
}

TEST_F(Migrate, TakesOverADatabaseOfTheGuide) {
  const auto rows = awkward_rows(1'000);
  make_reference(file(), 4, rows);
  const auto database = open();
  const auto memories = all_memories(*database);
  ASSERT_THAT(memories, SizeIs(rows.size()));
  for (const ReferenceRow& row : rows) expect_kept(row, memories.at(row.id));
  EXPECT_EQ(memories.at(rows[6].id).metadata, "{}");
  expect_sound();
}

TEST_F(Migrate, KeepsWhatOurColumnsCannotHold) {
  auto rows = awkward_rows(1'000);
  // Deeper than any door of ours reads: a text.
  for (int i = 0; i < 70; ++i) rows[21].metadata.insert(0, R"({"a":)").append("}");
  make_reference(file(), 13, rows);
  const auto database = open();
  auto memories = all_memories(*database);
  const auto metadata = [&](std::size_t i) { return memories.at(rows[i].id).metadata; };
  EXPECT_EQ(metadata(3), R"({"value":[1]})");
  EXPECT_EQ(metadata(6), rows[6].metadata);
  EXPECT_EQ(metadata(7), R"({"value":"no json at all"})");
  EXPECT_EQ(metadata(8), R"({"ai_memory_unparsed_created_at":"long ago",)"
                         R"("ai_memory_unparsed_expires_at":"some day"})");
  EXPECT_EQ(memories.at(rows[8].id).created_at.time, clock_.now());
  EXPECT_FALSE(memories.at(rows[8].id).expires_at);
  EXPECT_EQ(memories.at(rows[9].id).updated_at.time, testing::moment("2026-10-02T08:00:00Z"));
  EXPECT_EQ(memories.at(rows[10].id).tier, Tier::long_term);
  EXPECT_EQ(metadata(10), R"({"ai_memory_unparsed_tier":"eternal"})");
  EXPECT_EQ(metadata(21).substr(0, 21), R"({"value":"{\"a\":{\"a)");
  EXPECT_EQ(metadata(11), R"({"ai_memory_unparsed_tags":"loose, words"})");
  EXPECT_EQ(metadata(19), R"({"ai_memory_unparsed_tags":"[1, \"two\"]"})");
  EXPECT_THAT(memories.at(rows[5].id).tags, ElementsAre("日本", "a \"b\""));
  EXPECT_THAT(memories.at(rows[20].id).tags, ElementsAre("plain", "n6"));
  EXPECT_EQ(memories.at(rows[18].id).expires_at->given, "2030-06-01T12:00:00+02:00");
}

TEST_F(Migrate, TakesOverLinksArchiveStandardsAndEmbeddings) {
  const auto rows = awkward_rows(100);
  make_reference(file(), 13, rows);
  const auto database = open();
  must(database->read([&](Connection& connection) -> Result<void> {
    const auto first = TRY(SqliteMemories(connection).find_by_id(rows[0].id)).value();
    const auto links = TRY(sql::SqlLinks(connection).of(first.key));
    EXPECT_THAT(links, SizeIs(1));
    EXPECT_EQ(links.at(0).relation, "invented_here");
    EXPECT_EQ(links.at(0).target_id, rows[1].id);
    EXPECT_EQ(links.at(0).created_at.text(), "2026-10-03T08:00:00Z");
    EXPECT_EQ(TRY(connection.number("SELECT count(*) FROM links")), 9);
    const auto old = TRY(SqliteMemories(connection).find_archived("old-1")).value();
    EXPECT_EQ(old.reason, "ttl_expired");
    EXPECT_EQ(old.memory.name_space, "a b");
    EXPECT_EQ(old.memory.content, "archived content");
    EXPECT_EQ(old.memory.expires_at->text(), "2026-01-01T06:00:00Z");
    EXPECT_THAT(old.memory.tags, ElementsAre("x"));
    EXPECT_EQ(TRY(SqliteMemories(connection).archive_stats()).count, 3);
    EXPECT_EQ(TRY(SqliteMemories(connection).find_standard("*")).value().id, rows[0].id);
    EXPECT_EQ(TRY(SqliteMemories(connection).find_standard("team")).value().parent, "*");
    return {};
  }));
  for (const auto& [row, dimension] : {std::pair(14, 384), std::pair(15, 768)})
    EXPECT_EQ(number(*database,
                     "SELECT dimension FROM reference_embeddings JOIN memories USING (key) "
                     "WHERE length(embedding) = 4 * dimension AND id = '" +
                         rows[static_cast<std::size_t>(row)].id + "'"),
              dimension);
}

TEST_F(Migrate, LeavesUnknownTablesAlone) {
  const auto rows = awkward_rows(30);
  make_reference(file(), 13, rows);
  const auto database = open();
  EXPECT_EQ(number(*database, "SELECT count(*) FROM pending_actions"), 1);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM subscriptions"), 1);
  EXPECT_EQ(number(*database, "SELECT seen FROM sync_state"), 7);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM reference_links"), 1);
  // What refers to a memory by its id still does.
  must(database->write([&](Connection& connection) -> Result<void> {
    const auto memory = TRY(SqliteMemories(connection).find_by_id(rows[0].id)).value();
    return SqliteMemories(connection).erase(memory, clock_.now());
  }));
  EXPECT_EQ(number(*database, "SELECT count(*) FROM pending_actions"), 0);
  expect_sound();
}

TEST_F(Migrate, KeepsTablesThatHoldMoreThanWeKnow) {
  const auto rows = awkward_rows(30);
  make_reference(file(), 13, rows);
  run_sql(file(),
          "ALTER TABLE memories ADD COLUMN mood TEXT; UPDATE memories SET mood = 'good';"
          "INSERT INTO memory_links VALUES ('gone', '" +
              rows[0].id + "', 'related_to', '2026-10-03T08:00:00Z')");
  const auto database = open();
  EXPECT_EQ(number(*database, "SELECT count(*) FROM memories"), 30);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM reference_memories WHERE mood = 'good'"), 30);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM reference_memory_links"), 1);
  EXPECT_EQ(number(*database, "SELECT count(*) FROM links"), 9);
  expect_sound();
}

TEST_F(Migrate, GivesIdsToRowsWithout) {
  make_reference(file(), 4, awkward_rows(30));
  run_sql(file(), "UPDATE memories SET id = NULL WHERE rowid > 28");
  const auto database = open();
  EXPECT_EQ(number(*database, "SELECT count(*) FROM memories WHERE length(id) = 36"), 30);
}

TEST_F(Migrate, BacksUpFirst) {
  make_reference(file(), 13, awkward_rows(50));
  open();
  ASSERT_THAT(files(), ElementsAre("test.db", "test.db.backup-v13"));
  struct stat status {};
  ASSERT_EQ(::stat(file("test.db.backup-v13").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  // The copy is a database of the reference, whole.
  const auto again = open("test.db.backup-v13");
  EXPECT_EQ(number(*again, "SELECT count(*) FROM memories"), 50);
}

TEST_F(Migrate, ChangesNothingWhenItFails) {
  make_reference(file(), 4, awkward_rows(30));
  // Two ids that are one in a database of ours.
  run_sql(file(),
          "INSERT INTO memories(id, tier, title, content, created_at, updated_at) VALUES "
          "('same', 'mid', 'A', 'a', '', ''), (x'73616d65', 'mid', 'B', 'b', '', '')");
  const std::string before = content_of(file());
  for (int attempt = 0; attempt < 3; ++attempt) EXPECT_THAT(refusal(), HasSubstr("database"));
  EXPECT_EQ(content_of(file()), before);
  EXPECT_THAT(files(), ElementsAre("test.db", "test.db.backup-v4"));
}

TEST_F(Migrate, RefusesOtherSchemasOfTheReference) {
  for (const int version : {3, 14}) {
    const std::string name = std::to_string(version) + ".db";
    make_reference(file(name), 13, awkward_rows(20));
    run_sql(file(name), "UPDATE schema_version SET version = " + std::to_string(version));
    EXPECT_THAT(refusal(name), HasSubstr("schema " + std::to_string(version)));
    EXPECT_FALSE(fs::exists(file(name + ".backup-v" + std::to_string(version))));
  }
}

TEST_F(Migrate, SeveralTakeOverTheSameDatabase) {
  make_reference(file(), 13, awkward_rows(200));
  std::vector<std::string> errors(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& error : errors)
      threads.emplace_back([&] {
        Database database(file(), {}, clock_);
        if (const auto done = database.ensure_open(); !done)
          error = done.error().message + done.error().detail;
      });
  }
  EXPECT_THAT(errors, ::testing::Each(IsEmpty()));
  EXPECT_EQ(number(*open(), "SELECT count(*) FROM memories"), 200);
  EXPECT_THAT(files(), ElementsAre("test.db", "test.db.backup-v13"));
}

}  // namespace
}  // namespace aim::store::sqlite
