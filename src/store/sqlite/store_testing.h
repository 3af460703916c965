// What the tests of this module share: a folder of their own, a database in it, memories to put
// there.
#pragma once
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "memory/memory.h"
#include "store/sqlite/core/database.h"
#include "store/sqlite/memories.h"

namespace aim::store::sqlite::testing {

// The value, or the end of the test with the error's words.
template <class T>
T must(Result<T> result) {
  if (!result)
    throw std::runtime_error(result.error().message + " | " + result.error().detail);
  if constexpr (!std::is_void_v<T>)
    return std::move(*result);
}

inline Time moment(std::string_view text) {
  return must(parse_rfc3339(text, "time")).time;
}

inline Memory memory_of(std::string id, std::string title, std::string content,
                        std::string name_space = "global") {
  Memory memory;
  memory.id = std::move(id);
  memory.title = std::move(title);
  memory.content = std::move(content);
  memory.name_space = std::move(name_space);
  memory.created_at = memory.updated_at = at(moment("2026-11-01T00:00:00Z"));
  return memory;
}

// SQL on a file, past everything of ours.
inline void run_sql(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  char* message = nullptr;
  std::string problem;
  if (sqlite3_open(file.string().c_str(), &database) != SQLITE_OK ||
      sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK)
    problem = message ? message : sqlite3_errmsg(database);
  sqlite3_free(message);
  sqlite3_close(database);
  if (!problem.empty())
    throw std::runtime_error(problem);
}

// A file of the newest layout becomes one of layout 7.
inline constexpr const char* without_accesses =
    "DROP TABLE lost_words; DROP TABLE link_versions; DROP TABLE versions; DROP TABLE "
    "namespace_keys; DROP TABLE "
    "file_mark; DROP TABLE tokens; DROP "
    "TABLE undo;"
    "DROP TABLE golden_questions; DROP TABLE access_log; DROP TABLE accesses;";
// Then one of layout 6; remembered_at goes with its table.
inline constexpr const char* without_deadlines =
    "DROP TABLE archived_links; DROP INDEX memories_content; DROP INDEX memories_agent;"
    "DROP INDEX links_superseded; ALTER TABLE memories DROP COLUMN deadline;";
// Then one from before kinds and reflections.
inline constexpr const char* without_kinds =
    "DROP TABLE lost_sources; DROP INDEX links_reflections; DROP INDEX memories_reflections;"
    "DROP INDEX memories_namespace_reflections;"
    "ALTER TABLE memories DROP COLUMN kind; ALTER TABLE memories DROP COLUMN reflection_depth;"
    "ALTER TABLE archive DROP COLUMN kind; ALTER TABLE archive DROP COLUMN reflection_depth;"
    "ALTER TABLE archive DROP COLUMN source_ids;";

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "aim_store_test.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  // Behind the databases of a test, since Windows removes no file that is open.
  ~StoreTest() override {
    std::error_code none;
    std::filesystem::remove_all(folder_, none);
  }

  std::filesystem::path file(const std::string& name = "test.db") const { return folder_ / name; }
  std::unique_ptr<Database> open(const std::string& name = "test.db",
                                 ConnectionOptions options = {}) {
    return must(Database::open(file(name), options, clock_));
  }
  std::unique_ptr<Connection> connect(const std::string& name = "test.db",
                                      ConnectionOptions options = {}) {
    return must(Connection::open(file(name), options));
  }
  // Inserts and returns it with its key.
  static Memory put(Database& database, Memory memory) {
    must(database.write(
        [&](Connection& connection) { return SqliteMemories(connection).insert(memory); }));
    return memory;
  }
  static std::int64_t number(Database& database, const std::string& sql) {
    return must(database.read([&](Connection& connection) { return connection.number(sql); }))
        .value_or(-1);
  }

  std::filesystem::path folder_;
  FakeClock clock_{moment("2026-11-21T12:00:00Z")};
};

}  // namespace aim::store::sqlite::testing
