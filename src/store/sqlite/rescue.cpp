#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <set>
#include <system_error>

#include "store/sqlite/check.h"
#include "store/sqlite/database.h"
#include "store/sqlite/failure.h"
#include "store/sqlite/migrate.h"
#include "store/sqlite/turn_texts.h"

namespace aim::store {
namespace {

namespace fs = std::filesystem;

// Made anew from the rows in the end.
constexpr std::string_view derived_tables[] = {
    "tags", "title_words", "passages", "vector_channels", "vector_blocks", "vector_changes"};

// Statements and connections of the damaged file are plain ones: Connection would change the file
// (pragmas, WAL), and every call may fail without that being an error.
struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
struct Close {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Rows = std::unique_ptr<sqlite3_stmt, Finalize>;
using Damaged = std::unique_ptr<sqlite3, Close>;

// Null when even preparing fails.
Rows rows_of(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
  return Rows(statement);
}

std::string text_at(const Rows& rows, int column) {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(rows.get(), column));
  const int size = sqlite3_column_bytes(rows.get(), column);
  return bytes ? std::string(bytes, static_cast<std::size_t>(size)) : std::string();
}

// Reads a file as a URI with the given parameters; null when nothing at all can be read.
Damaged open_uri(const fs::path& file, std::string_view parameters) {
  const std::string path = fs::absolute(file).native();
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      uri.append("%").append(c == '%' ? "25" : c == '?' ? "3f" : "23");
    else
      uri += c;
  }
  sqlite3* database = nullptr;
  const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
  const int status = sqlite3_open_v2(uri.append(parameters).c_str(), &database, flags, nullptr);
  Damaged damaged(database);
  if (status != SQLITE_OK)
    return nullptr;
  // A schema with mistakes in it is better than none.
  sqlite3_exec(database, "PRAGMA writable_schema=ON", nullptr, nullptr, nullptr);
  const Rows schema = rows_of(database, "SELECT name FROM sqlite_schema");
  return schema && sqlite3_step(schema.get()) == SQLITE_ROW ? std::move(damaged) : nullptr;
}

Result<Damaged> open_damaged(const fs::path& file) {
  // With its WAL file, if it has one; without it when that cannot be read either.
  std::error_code error;
  auto damaged = fs::exists(file.native() + "-wal", error) ? open_uri(file, "?mode=ro") : nullptr;
  if (!damaged)
    damaged = open_uri(file, "?mode=ro&immutable=1");
  if (!damaged)
    return Failure(unusable("nothing of the database can be read", "take an older copy of it"));
  const Rows mark = rows_of(damaged.get(), "PRAGMA application_id");
  if (!mark || sqlite3_step(mark.get()) != SQLITE_ROW ||
      sqlite3_column_int64(mark.get(), 0) != application_id)
    return Failure(unusable("only databases of this ai-memory can be rescued",
                            "open the file with the program that made it"));
  return damaged;
}

struct Table {
  std::string name;
  bool has_rowid = true;
  std::string columns;  // quoted, with commas between
  int column_count = 0;
};

std::vector<std::string> columns_of(sqlite3* database, const std::string& table) {
  std::vector<std::string> names;
  const Rows columns = rows_of(database, "PRAGMA table_info(" + sql_name(table) + ")");
  while (columns && sqlite3_step(columns.get()) == SQLITE_ROW) names.push_back(text_at(columns, 1));
  return names;
}

Table table_of(std::string name, bool has_rowid, const std::vector<std::string>& columns) {
  Table table{std::move(name), has_rowid, {}, 0};
  for (const std::string& column : columns)
    table.columns.append(table.column_count++ ? ", " : "").append(sql_name(column));
  return table;
}

// A file of an older layout lacks columns that the new one has: those keep their defaults.
Table as_far_as_there(sqlite3* damaged, sqlite3* fresh, const Table& table) {
  const auto there = columns_of(damaged, table.name);
  auto columns = columns_of(fresh, table.name);
  if (!there.empty())
    std::erase_if(columns, [&](const std::string& each) {
      return std::find(there.begin(), there.end(), each) == there.end();
    });
  return table_of(table.name, table.has_rowid, columns);
}

// Tables that hold rows of their own: neither virtual nor part of a virtual one, nor derived.
std::vector<Table> tables_of(sqlite3* database) {
  std::vector<Table> tables;
  const Rows list = rows_of(database,
                            "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND "
                            "type = 'table' AND name NOT LIKE 'sqlite_%'");
  while (list && sqlite3_step(list.get()) == SQLITE_ROW) {
    const std::string name = text_at(list, 0);
    if (std::find(std::begin(derived_tables), std::end(derived_tables), name) ==
        std::end(derived_tables))
      tables.push_back(
          table_of(name, sqlite3_column_int(list.get(), 1) == 0, columns_of(database, name)));
  }
  return tables;
}

// Every rowid that the table itself, from both ends, or one of its indexes still tells of.
std::set<std::int64_t> rowids_of(sqlite3* damaged, const Table& table) {
  const std::string select = "SELECT rowid FROM " + sql_name(table.name);
  std::vector<std::string> queries{select + " NOT INDEXED ORDER BY rowid",
                                   select + " NOT INDEXED ORDER BY rowid DESC"};
  const Rows indexes = rows_of(damaged, "PRAGMA index_list(" + sql_name(table.name) + ")");
  while (indexes && sqlite3_step(indexes.get()) == SQLITE_ROW)
    queries.push_back(select + " INDEXED BY " + sql_name(text_at(indexes, 1)));
  std::set<std::int64_t> rowids;
  for (const std::string& query : queries) {
    const Rows rows = rows_of(damaged, query);
    while (rows && sqlite3_step(rows.get()) == SQLITE_ROW)
      rowids.insert(sqlite3_column_int64(rows.get(), 0));
  }
  return rowids;
}

// Copies rows of one table, and counts.
class Copier {
 public:
  Copier(sqlite3* damaged, sqlite3* fresh) : damaged_(damaged), fresh_(fresh) {}

  std::int64_t unreadable() const { return unreadable_; }

  Result<void> copy(const Table& table) {
    std::string values;
    for (int i = 0; i < table.column_count; ++i) values.append(i ? ", ?" : "?");
    insert_ = rows_of(fresh_, "INSERT OR IGNORE INTO " + sql_name(table.name) + "(" +
                                  table.columns + ") VALUES (" + values + ")");
    if (!insert_)
      return Failure(failure(fresh_, "prepare a copy of " + table.name));
    columns_ = table.column_count;
    return table.has_rowid ? copy_by_rowid(table) : copy_from_both_ends(table);
  }

 private:
  Result<void> copy_by_rowid(const Table& table) {
    const Rows row = rows_of(damaged_, "SELECT " + table.columns + " FROM " + sql_name(table.name) +
                                           " NOT INDEXED WHERE rowid = ?");
    for (const std::int64_t rowid : rowids_of(damaged_, table)) {
      bool kept = false;
      if (row) {
        sqlite3_bind_int64(row.get(), 1, rowid);
        kept = sqlite3_step(row.get()) == SQLITE_ROW && TRY(keep(row));
        sqlite3_reset(row.get());
      }
      unreadable_ += kept ? 0 : 1;
    }
    return {};
  }

  // The order is that of the primary key; what lies between the two places where reading fails is
  // lost.
  Result<void> copy_from_both_ends(const Table& table) {
    const std::string select = "SELECT " + table.columns + " FROM " + sql_name(table.name);
    if (TRY(copy_while_readable(select)))
      return {};
    ++unreadable_;
    const Rows keys = rows_of(damaged_, "SELECT name FROM pragma_table_info('" + table.name +
                                            "') WHERE pk > 0 ORDER BY pk");
    std::string backwards;
    while (keys && sqlite3_step(keys.get()) == SQLITE_ROW)
      backwards.append(backwards.empty() ? " ORDER BY " : ", ")
          .append(sql_name(text_at(keys, 0)))
          .append(" DESC");
    TRY(copy_while_readable(select + backwards));
    return {};
  }

  // True when the end was reached.
  Result<bool> copy_while_readable(const std::string& sql) {
    const Rows rows = rows_of(damaged_, sql);
    int status = SQLITE_CORRUPT;
    while (rows && (status = sqlite3_step(rows.get())) == SQLITE_ROW) TRY(keep(rows));
    return status == SQLITE_DONE;
  }

  // False: the new file has such a row already, or it cannot be one (a number where a text should
  // be).
  Result<bool> keep(const Rows& row) {
    for (int i = 0; i < columns_; ++i)
      sqlite3_bind_value(insert_.get(), i + 1, sqlite3_column_value(row.get(), i));
    const int status = sqlite3_step(insert_.get());
    sqlite3_reset(insert_.get());
    if (status == SQLITE_DONE)
      return sqlite3_changes(fresh_) > 0;
    if ((sqlite3_errcode(fresh_) & 0xff) == SQLITE_CONSTRAINT)
      return false;
    return Failure(failure(fresh_, "copy a row"));
  }

  sqlite3* damaged_;
  sqlite3* fresh_;
  Rows insert_;
  int columns_ = 0;
  std::int64_t unreadable_ = 0;
};

// Tables of others, as the reference's that we do not know: made with their own SQL.
void make_unknown_tables(sqlite3* damaged, Connection& fresh, const std::vector<Table>& ours) {
  for (const Table& table : tables_of(damaged)) {
    const bool known = std::any_of(ours.begin(), ours.end(),
                                   [&](const Table& each) { return each.name == table.name; });
    const Rows sql =
        rows_of(damaged, "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?");
    if (known || !sql)
      continue;
    sqlite3_bind_text(sql.get(), 1, table.name.c_str(), -1, nullptr);
    if (sqlite3_step(sql.get()) == SQLITE_ROW)
      (void)fresh.script(text_at(sql, 0));
  }
}

// What refers to a lost row goes too; memories of a lost namespace get one with a name that says
// so.
Result<std::int64_t> mend_references(Connection& fresh) {
  TRY_VOID(
      fresh.run("INSERT INTO namespaces(number, name) SELECT DISTINCT namespace, 'rescued-' || "
                "namespace FROM (SELECT namespace FROM memories UNION SELECT namespace FROM transcripts) "
                "WHERE namespace NOT IN (SELECT number FROM namespaces)"));
  std::int64_t removed = 0;
  for (const std::string_view sql :
       {"DELETE FROM links WHERE source NOT IN (SELECT key FROM memories) "
        "OR target NOT IN (SELECT key FROM memories)",
        "DELETE FROM lost_sources WHERE reflection NOT IN (SELECT key FROM memories)",
        "DELETE FROM usage WHERE key NOT IN (SELECT key FROM memories)",
        "UPDATE standards SET key = NULL WHERE key NOT IN (SELECT key FROM memories)",
        "DELETE FROM turn_texts WHERE block NOT IN (SELECT block FROM text_blocks)",
        "DELETE FROM turns WHERE text NOT IN (SELECT number FROM turn_texts) "
        "OR transcript NOT IN (SELECT number FROM transcripts)",
        "DELETE FROM transcript_links WHERE memory NOT IN (SELECT key FROM memories)"}) {
    TRY_VOID(fresh.run(sql));
    removed += fresh.changes();
  }
  if (TRY(fresh.number("SELECT 1 FROM sqlite_schema WHERE name = 'reference_embeddings'")))
    TRY_VOID(
        fresh.run("DELETE FROM reference_embeddings WHERE key NOT IN (SELECT key FROM memories)"));
  return removed;
}

Result<std::int64_t> count(Connection& connection, const std::string& table) {
  return TRY(connection.number("SELECT count(*) FROM " + table)).value_or(0);
}

Result<Rescued> copy_all(sqlite3* damaged, Connection& fresh) {
  // Rows come in the order in which they are found; references are mended in the end.
  TRY_VOID(fresh.script("PRAGMA foreign_keys=OFF;BEGIN IMMEDIATE"));
  make_unknown_tables(damaged, fresh, tables_of(fresh.handle()));
  Copier copier(damaged, fresh.handle());
  for (const Table& table : tables_of(fresh.handle()))
    TRY_VOID(copier.copy(as_far_as_there(damaged, fresh.handle(), table)));
  Rescued rescued;
  rescued.unreadable = copier.unreadable() + TRY(mend_references(fresh));
  rescued.unreadable += TRY(drop_damaged_texts(fresh));
  TRY_VOID(rebuild_derived(fresh));
  TRY_VOID(fresh.script("COMMIT;PRAGMA foreign_keys=ON"));
  rescued.memories = TRY(count(fresh, "memories"));
  rescued.archived = TRY(count(fresh, "archive"));
  rescued.links = TRY(count(fresh, "links"));
  return rescued;
}

Result<Rescued> rescue_into(const fs::path& damaged_file, const fs::path& fresh_file,
                            const Clock& clock) {
  const auto damaged = TRY(open_damaged(damaged_file));
  const auto database = TRY(Database::open(fresh_file, {}, clock));
  const auto fresh = TRY(Connection::open(fresh_file, {}));
  const auto rescued = TRY(copy_all(damaged.get(), *fresh));
  for (const Finding& finding : TRY(check_all(*fresh)))
    if (!finding.good) {
      Error error = unusable("the rescued database does not pass its checks", "report this");
      error.detail = finding.check + ": " + finding.detail;
      return Failure(error);
    }
  return rescued;
}

}  // namespace

Result<Rescued> rescue(const fs::path& damaged, const fs::path& fresh, const Clock& clock) {
  std::error_code error;
  if (fs::exists(fresh, error))
    return Failure(unusable("the file " + fresh.native() + " exists already", "name a new file"));
  auto rescued = rescue_into(damaged, fresh, clock);
  if (!rescued)
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(fresh.native() + suffix, error);
  return rescued;
}

}  // namespace aim::store
