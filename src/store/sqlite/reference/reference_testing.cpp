#include "store/sqlite/reference/reference_testing.h"

#include "store/sqlite/store_testing.h"

namespace aim::store::sqlite::testing {
namespace {

std::string memory_columns(int version, bool with_embedding) {
  std::string sql =
      "id TEXT PRIMARY KEY, tier TEXT NOT NULL, namespace TEXT NOT NULL DEFAULT 'global', "
      "title TEXT NOT NULL, content TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '[]', "
      "priority INTEGER NOT NULL DEFAULT 5, confidence REAL NOT NULL DEFAULT 1.0, "
      "source TEXT NOT NULL DEFAULT 'api', access_count INTEGER NOT NULL DEFAULT 0, "
      "created_at TEXT NOT NULL, updated_at TEXT NOT NULL, last_accessed_at TEXT, expires_at TEXT";
  if (version >= 13)
    sql += ", metadata TEXT NOT NULL DEFAULT '{}'";
  if (with_embedding)
    sql += ", embedding BLOB";
  return sql;
}

std::string layout(int version) {
  const bool late = version >= 13;
  std::string sql =
      "PRAGMA journal_mode=WAL; BEGIN; CREATE TABLE memories (" + memory_columns(version, true);
  if (late)
    sql +=
        ", scope_idx TEXT GENERATED ALWAYS AS "
        "(CASE WHEN json_valid(metadata) THEN coalesce(json_extract(metadata, '$.scope'), "
        "'private') ELSE 'private' END) VIRTUAL";
  sql +=
      ");"
      "CREATE INDEX idx_memories_tier ON memories(tier);"
      "CREATE INDEX idx_memories_namespace ON memories(namespace);"
      "CREATE INDEX idx_memories_priority ON memories(priority DESC);"
      "CREATE INDEX idx_memories_expires ON memories(expires_at);"
      "CREATE UNIQUE INDEX idx_memories_title_ns ON memories(title, namespace);"
      "CREATE VIRTUAL TABLE memories_fts USING fts5(title, content, tags, content=memories, "
      "content_rowid=rowid);"
      "CREATE TRIGGER memories_ai AFTER INSERT ON memories BEGIN INSERT INTO memories_fts(rowid, "
      "title, content, tags) VALUES (new.rowid, new.title, new.content, new.tags); END;"
      "CREATE TRIGGER memories_ad AFTER DELETE ON memories BEGIN INSERT INTO memories_fts("
      "memories_fts, rowid, title, content, tags) VALUES ('delete', old.rowid, old.title, "
      "old.content, old.tags); END;"
      "CREATE TRIGGER memories_au AFTER UPDATE ON memories BEGIN INSERT INTO memories_fts("
      "memories_fts, rowid, title, content, tags) VALUES ('delete', old.rowid, old.title, "
      "old.content, old.tags); INSERT INTO memories_fts(rowid, title, content, tags) VALUES "
      "(new.rowid, new.title, new.content, new.tags); END;"
      "CREATE TABLE memory_links (source_id TEXT NOT NULL REFERENCES memories(id) ON DELETE "
      "CASCADE, "
      "target_id TEXT NOT NULL REFERENCES memories(id) ON DELETE CASCADE, "
      "relation TEXT NOT NULL DEFAULT 'related_to', created_at TEXT NOT NULL, "
      "PRIMARY KEY (source_id, target_id, relation));"
      "CREATE TABLE archived_memories (" +
      memory_columns(version, false) +
      ", archived_at TEXT NOT NULL, archive_reason TEXT NOT NULL DEFAULT 'gc');"
      "CREATE INDEX idx_archived_at ON archived_memories(archived_at);"
      "CREATE TABLE schema_version (version INTEGER NOT NULL);"
      "INSERT INTO schema_version VALUES (" +
      std::to_string(version) + ");";
  if (late)
    sql +=
        "CREATE INDEX idx_memories_scope_idx ON memories(scope_idx);"
        "CREATE TABLE namespace_meta (namespace TEXT PRIMARY KEY, standard_id TEXT, "
        "updated_at TEXT NOT NULL, parent_namespace TEXT);"
        "CREATE TABLE pending_actions (id TEXT PRIMARY KEY, memory_id TEXT REFERENCES memories(id) "
        "ON "
        "DELETE CASCADE, payload TEXT);"
        "CREATE TABLE subscriptions (id TEXT PRIMARY KEY, url TEXT);"
        "CREATE TABLE sync_state (peer TEXT PRIMARY KEY, seen INTEGER);"
        // Names that ours need too.
        "CREATE TABLE links (note TEXT);"
        "CREATE INDEX links_target ON links(note);"
        "INSERT INTO links VALUES ('a table of somebody else');";
  return sql + "COMMIT;";
}

class Inserter {
 public:
  Inserter(sqlite3* database, const std::string& sql) : database_(database) {
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK)
      throw std::runtime_error(sqlite3_errmsg(database));
  }
  Inserter(const Inserter&) = delete;
  Inserter& operator=(const Inserter&) = delete;
  ~Inserter() { sqlite3_finalize(statement_); }

  void text(const std::string& value) {
    sqlite3_bind_text(statement_, ++index_, value.data(), static_cast<int>(value.size()),
                      SQLITE_TRANSIENT);
  }
  void text(const std::optional<std::string>& value) {
    if (value)
      text(*value);
    else
      ++index_;
  }
  void integer(long value) { sqlite3_bind_int64(statement_, ++index_, value); }
  void real(double value) { sqlite3_bind_double(statement_, ++index_, value); }
  void blob(const std::string& value) {
    ++index_;
    if (!value.empty())
      sqlite3_bind_blob(statement_, index_, value.data(), static_cast<int>(value.size()),
                        SQLITE_TRANSIENT);
  }
  void run() {
    if (sqlite3_step(statement_) != SQLITE_DONE)
      throw std::runtime_error(sqlite3_errmsg(database_));
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
    index_ = 0;
  }

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  int index_ = 0;
};

void insert_rows(sqlite3* database, int version, const std::vector<ReferenceRow>& rows) {
  const bool late = version >= 13;
  Inserter inserter(
      database,
      std::string("INSERT INTO memories(id, tier, namespace, title, content, tags, priority, "
                  "confidence, source, access_count, created_at, updated_at, last_accessed_at, "
                  "expires_at, embedding") +
          (late ? ", metadata" : "") + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?" +
          (late ? ",?)" : ")"));
  for (const ReferenceRow& row : rows) {
    inserter.text(row.id);
    inserter.text(row.tier);
    inserter.text(row.name_space);
    inserter.text(row.title);
    inserter.text(row.content);
    inserter.text(row.tags);
    inserter.integer(row.priority);
    inserter.real(row.confidence);
    inserter.text(row.source);
    inserter.integer(row.access_count);
    inserter.text(row.created_at);
    inserter.text(row.updated_at);
    inserter.text(row.last_accessed_at);
    inserter.text(row.expires_at);
    inserter.blob(row.embedding);
    if (late)
      inserter.text(row.metadata);
    inserter.run();
  }
}

void insert_others(sqlite3* database, int version, const std::vector<ReferenceRow>& rows) {
  Inserter link(database, "INSERT INTO memory_links VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i + 1 < std::min<std::size_t>(rows.size(), 10); ++i) {
    link.text(rows[i].id);
    link.text(rows[i + 1].id);
    link.text(std::string(i % 2 ? "supersedes" : "invented_here"));
    link.text(std::string("2026-10-03T08:00:00Z"));
    link.run();
  }
  std::string sql;
  for (int i = 0; i < 3; ++i)
    sql +=
        "INSERT INTO archived_memories(id, tier, namespace, title, content, tags, created_at, "
        "updated_at, expires_at, archived_at, archive_reason) VALUES ('old-" +
        std::to_string(i) +
        "', 'short', 'a b', 'Old', 'archived content', '[\"x\"]', '2026-01-01T00:00:00Z', "
        "'2026-01-01T00:00:00Z', '2026-01-01T06:00:00Z', '2026-01-02T00:00:00.000000001+00:00', "
        "'ttl_expired');";
  if (version >= 13)
    sql += "INSERT INTO namespace_meta VALUES ('*', '" + rows[0].id +
           "', '2026-10-04T00:00:00Z', NULL), ('team', '" + rows[1].id +
           "', '2026-10-04T00:00:00Z', '*');"
           "INSERT INTO pending_actions VALUES ('p1', '" +
           rows[0].id +
           "', '{}');"
           "INSERT INTO subscriptions VALUES ('s1', 'https://example.org');"
           "INSERT INTO sync_state VALUES ('peer', 7);";
  if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    throw std::runtime_error(sqlite3_errmsg(database));
}

std::string uuid(std::size_t number) {
  std::string digits = std::to_string(number);
  return "0e9f2c44-7d1b-4a5e-9b1c-" + std::string(12 - digits.size(), '0') + digits;
}

}  // namespace

std::vector<ReferenceRow> awkward_rows(std::size_t count) {
  std::vector<ReferenceRow> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    rows[i].id = uuid(i);
    rows[i].title = "Memory number " + std::to_string(i);
    rows[i].content = "The content of number " + std::to_string(i) + " about databases.";
    rows[i].name_space = i % 3 ? "team" : "global";
    rows[i].tags = R"(["plain","n)" + std::to_string(i % 7) + R"("])";
    rows[i].access_count = static_cast<long>(i % 4);
    if (i % 4)
      rows[i].last_accessed_at = "2026-10-05T08:00:00.5+00:00";
  }
  rows[0].title = std::string(700, 't');
  rows[1].name_space = "a b";
  rows[2].source = "mine-slack";
  rows[3].metadata = "[1]";
  rows[4].expires_at = "2020-01-01T00:00:00Z";
  rows[5].title = "Ünïcødé 記憶 \xF0\x9F\xA7\xA0";
  rows[5].content = "データベースの移行 и база данных 'quotes' \"double\" \\ back\nnew line";
  rows[5].tags = "[\"日本\", \"a \\\"b\\\"\"]";
  rows[6].metadata = R"({"agent_id":"x","nothing":null,"deep":{"list":[1,2.50]}})";
  rows[7].metadata = "no json at all";
  rows[8].created_at = "long ago";
  rows[8].expires_at = "some day";
  rows[9].updated_at = "2026-10-02 08:00:00";
  rows[10].tier = "eternal";
  rows[10].priority = 42;
  rows[10].confidence = 7.5;
  rows[11].tags = "loose, words";
  rows[12].content = std::string("with\0NUL", 8);
  rows[13].tier = "mid";  // and no expiry
  rows[14].embedding = std::string(384 * 4, '\x3f');
  rows[15].embedding = std::string(768 * 4, '\x3e');
  rows[16].name_space = std::string(500, 'n');
  rows[17].content = std::string(200'000, 'c');
  rows[18].expires_at = "2030-06-01T12:00:00+02:00";
  rows[19].tags = "[1, \"two\"]";
  return rows;
}

void make_reference(const std::filesystem::path& file, int version,
                    const std::vector<ReferenceRow>& rows) {
  run_sql(file, layout(version));
  sqlite3* database = nullptr;
  sqlite3_open(file.string().c_str(), &database);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> close(database, sqlite3_close);
  sqlite3_exec(database, "BEGIN", nullptr, nullptr, nullptr);
  insert_rows(database, version, rows);
  insert_others(database, version, rows);
  if (sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
    throw std::runtime_error(sqlite3_errmsg(database));
}

}  // namespace aim::store::sqlite::testing
