#include <sqlite3.h>

#include <system_error>

#include "base/append.h"
#include "base/ascii.h"
#include "base/log.h"
#include "base/utf8.h"
#include "store/records.h"
#include "store/sql/tables/changes.h"
#include "store/sqlite/core/database.h"
#include "store/sqlite/core/failure.h"
#include "store/sqlite/foreign/foreign_file.h"
#include "store/sqlite/repair/backup.h"
#include "store/sqlite/repair/check.h"
#include "store/sqlite/schema/migrate.h"
#include "store/sqlite/transcripts/turn_texts.h"
#include "store/types.h"

namespace aim::store::sqlite {
namespace {

namespace fs = std::filesystem;

// Made anew from the rows in the end; of file_mark the new file has a row of its own.
constexpr std::string_view derived_tables[] = {
    "tags",          "title_words",    "passages", "vector_channels",
    "vector_blocks", "vector_changes", "file_mark"};
constexpr std::uintmax_t min_row_bytes = 4;

constexpr int max_value_bytes = 64 * 1'024 * 1'024;
constexpr std::size_t max_unknown_tables = 500;

ForeignFile read_with(const fs::path& file, std::string parameters) {
  return ForeignFile(file, {std::move(parameters), max_value_bytes, true});
}

bool has_schema(const ForeignFile& file) {
  if (file.status() != SQLITE_OK)
    return false;
  const Rows schema = file.rows("SELECT name FROM sqlite_schema");
  return schema && sqlite3_step(schema.get()) == SQLITE_ROW;
}

// `key`: parameters of a URI, with a leading "&"; or empty.
Result<ForeignFile> open_damaged(const fs::path& file, const std::string& key) {
  // With its WAL file, if it has one; without it when that cannot be read either.
  std::error_code error;
  auto damaged = read_with(
      file,
      (fs::exists(file.string() + "-wal", error) ? "?mode=ro" : "?mode=ro&immutable=1") + key);
  if (!has_schema(damaged))
    damaged = read_with(file, "?mode=ro&immutable=1" + key);
  if (!has_schema(damaged))
    return Failure(unusable("nothing of the database can be read", "take an older copy of it"));
  const Rows mark = damaged.rows("PRAGMA application_id");
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
std::set<std::int64_t> rowids_of(const ForeignFile& damaged, const Table& table) {
  const std::string select = "SELECT rowid FROM " + sql_name(table.name);
  std::vector<std::string> queries{select + " NOT INDEXED ORDER BY rowid",
                                   select + " NOT INDEXED ORDER BY rowid DESC"};
  const Rows indexes = damaged.rows("PRAGMA index_list(" + sql_name(table.name) + ")");
  while (indexes && sqlite3_step(indexes.get()) == SQLITE_ROW)
    queries.push_back(select + " INDEXED BY " + sql_name(text_at(indexes, 1)));
  std::set<std::int64_t> rowids;
  for (const std::string& query : queries) {
    const Rows rows = damaged.rows(query);
    // A row takes some bytes: a tree that has more of them goes in circles.
    auto left = damaged.bytes() / min_row_bytes;
    while (rows && left-- > 0 && sqlite3_step(rows.get()) == SQLITE_ROW)
      rowids.insert(sqlite3_column_int64(rows.get(), 0));
  }
  return rowids;
}

// Copies rows of one table, and counts.
class Copier {
 public:
  Copier(const ForeignFile& damaged, sqlite3* fresh) : damaged_(damaged), fresh_(fresh) {}

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
    const auto rowids = rowids_of(damaged_, table);
    const Rows row = damaged_.rows("SELECT " + table.columns + " FROM " + sql_name(table.name) +
                                   " NOT INDEXED WHERE rowid = ?");
    for (const std::int64_t rowid : rowids) {
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
    const Rows keys = damaged_.rows("SELECT name FROM pragma_table_info('" + table.name +
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
    const Rows rows = damaged_.rows(sql);
    int status = SQLITE_CORRUPT;
    auto left = damaged_.bytes() / min_row_bytes;
    while (rows && (status = sqlite3_step(rows.get())) == SQLITE_ROW && left-- > 0) TRY(keep(rows));
    return status == SQLITE_DONE;
  }

  // A text as it was, but for bytes that are none: those become U+FFFD.
  void bind(const Rows& row, int column) {
    if (sqlite3_column_type(row.get(), column) == SQLITE_TEXT) {
      const std::string text = text_at(row, column);
      if (!utf8::is_valid(text) || text.find('\0') != std::string::npos) {
        const std::string mended = utf8::repaired(text);
        sqlite3_bind_text64(insert_.get(), column + 1, mended.data(), mended.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8);
        return;
      }
    }
    sqlite3_bind_value(insert_.get(), column + 1, sqlite3_column_value(row.get(), column));
  }

  // False: the new file has such a row already, or it cannot be one (a number where a text should
  // be).
  Result<bool> keep(const Rows& row) {
    for (int i = 0; i < columns_; ++i) bind(row, i);
    const int status = sqlite3_step(insert_.get());
    sqlite3_reset(insert_.get());
    if (status == SQLITE_DONE)
      return sqlite3_changes(fresh_) > 0;
    if ((sqlite3_errcode(fresh_) & 0xff) == SQLITE_CONSTRAINT)
      return false;
    return Failure(failure(fresh_, "copy a row"));
  }

  const ForeignFile& damaged_;
  sqlite3* fresh_;
  Rows insert_;
  int columns_ = 0;
  std::int64_t unreadable_ = 0;
};

// A type as far as it is one word or two: what else a declaration may hold is not taken over.
std::string plain_type(std::string_view type) {
  constexpr std::size_t max_bytes = 30;
  const auto is_plain = [](char c) { return ascii::is_letter(c) || c == ' '; };
  return type.size() <= max_bytes && std::all_of(type.begin(), type.end(), is_plain)
             ? std::string(type)
             : std::string();
}

// The statement that makes a table of these columns, out of names and types alone: no word of the
// SQL that stands in the damaged file is run.
std::string create_statement(const ForeignFile& damaged, const std::string& table) {
  std::string columns;
  const Rows list =
      damaged.rows("SELECT name, type, pk FROM pragma_table_info(" + sql_text(table) + ")");
  std::map<int, std::string> keys;
  while (list && sqlite3_step(list.get()) == SQLITE_ROW) {
    const std::string name = sql_name(text_at(list, 0));
    columns.append(columns.empty() ? "" : ", ").append(name).append(" ");
    columns.append(plain_type(text_at(list, 1)));
    if (const int place = sqlite3_column_int(list.get(), 2); place > 0)
      keys[place] = name;
  }
  if (!keys.empty())
    columns.append(", PRIMARY KEY(")
        .append(join_texts(keys, ", ", &std::pair<const int, std::string>::second))
        .append(")");
  return "CREATE TABLE " + sql_name(table) + "(" + columns + ")";
}

// Tables of others, as the reference's that we do not know. How many could not be made.
std::int64_t make_unknown_tables(const ForeignFile& damaged, sqlite3* fresh) {
  std::size_t made = 0;
  std::int64_t left_out = 0;
  for (const Table& table : tables_of(damaged.handle())) {
    const Rows known =
        rows_of(fresh, "SELECT 1 FROM sqlite_schema WHERE name = " + sql_text(table.name) +
                           " COLLATE NOCASE");
    if (known && sqlite3_step(known.get()) == SQLITE_ROW)
      continue;
    const Rows create =
        made < max_unknown_tables ? rows_of(fresh, create_statement(damaged, table.name)) : Rows();
    if (create && sqlite3_step(create.get()) == SQLITE_DONE)
      ++made;
    else
      ++left_out;
  }
  return left_out;
}

// Values that no row of ours has, wherever they come from: the row is kept with the nearest that it
// may have, and goes only when its keys are none. How many went.
Result<std::int64_t> mend_rows(Connection& fresh) {
  constexpr auto sane = std::int64_t{1} << 60;  // change numbers beyond it leave no room for more
  const std::int64_t end_of_keys = std::int64_t{1} << Doc::key_bits;
  const std::int64_t end_of_spaces = std::int64_t{1} << Doc::name_space_bits;
  TRY_VOID(fresh.run(
      "DELETE FROM memories WHERE key < 1 OR key >= ?1 OR namespace < 1 OR namespace >= ?2",
      end_of_keys, end_of_spaces));
  std::int64_t removed = fresh.changes();
  TRY_VOID(fresh.run("DELETE FROM tombstones WHERE seq < 1 OR seq >= ?1", sane));
  removed += fresh.changes();
  TRY_VOID(
      fresh.run("UPDATE memories SET seq = -key WHERE seq < key OR seq >= ?1 OR seq IN (SELECT seq "
                "FROM tombstones)",
                sane));
  TRY_VOID(
      fresh.run("UPDATE memories SET seq = (SELECT max((SELECT ifnull(max(seq), 0) FROM "
                "tombstones), max(seq), "
                "max(key)) FROM memories) - seq WHERE seq < 0"));
  for (const std::string table : {"memories", "archive"})
    for (const std::string change :
         {" SET metadata = json_object('value', metadata) WHERE NOT json_valid(metadata)",
          " SET metadata = json_object('value', json(metadata)) WHERE json_type(metadata) <> "
          "'object'",
          " SET tags = '[]' WHERE NOT json_valid(tags)",
          " SET tier = 2 WHERE tier NOT BETWEEN 0 AND 2",
          " SET kind = 0 WHERE kind NOT BETWEEN 0 AND 1",
          " SET confidence = 1.0 WHERE abs(confidence) > 1e300"})
      TRY_VOID(fresh.run("UPDATE " + table + change));
  TRY_VOID(fresh.run("UPDATE memories SET id = 'rescued-' || key WHERE id = ''"));
  return removed;
}

// What refers to a lost row goes too; memories of a lost namespace get one with a name that says
// so.
Result<std::int64_t> mend_references(Connection& fresh) {
  TRY_VOID(fresh.run(
      "INSERT INTO namespaces(number, name) SELECT DISTINCT namespace, 'rescued-' || "
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
        "DELETE FROM archived_links WHERE archived NOT IN (SELECT id FROM archive)",
        "DELETE FROM transcript_links WHERE memory NOT IN (SELECT key FROM memories)",
        "DELETE FROM access_log WHERE key NOT IN (SELECT key FROM memories) "
        "OR call NOT IN (SELECT number FROM accesses)"}) {
    TRY_VOID(fresh.run(sql));
    removed += fresh.changes();
  }
  if (TRY(fresh.number("SELECT 1 FROM sqlite_schema WHERE name = 'reference_embeddings'")))
    TRY_VOID(
        fresh.run("DELETE FROM reference_embeddings WHERE key NOT IN (SELECT key FROM memories)"));
  return removed;
}

// Former states that do not expand. How many went.
Result<std::int64_t> drop_damaged_states(Connection& fresh) {
  std::int64_t removed = 0;
  for (const std::int64_t number : TRY(fresh.all("SELECT number FROM versions", sql::integer_of))) {
    if (fresh
            .any("SELECT 1 FROM versions WHERE number = ?1 AND "
                 "json_type(state_text(state)) = 'object'",
                 number)
            .value_or(false))
      continue;
    TRY_VOID(fresh.run("DELETE FROM versions WHERE number = ?1", number));
    ++removed;
  }
  return removed;
}

Result<std::int64_t> count(Connection& connection, const std::string& table) {
  return connection.number_or_zero("SELECT count(*) FROM " + table);
}

Result<Rescued> copy_all(const ForeignFile& damaged, Connection& fresh) {
  // Rows come in the order in which they are found; references are mended in the end.
  TRY_VOID(fresh.script("PRAGMA foreign_keys=OFF;BEGIN IMMEDIATE"));
  if (const auto left_out = make_unknown_tables(damaged, fresh.handle()); left_out > 0)
    log::warn(std::to_string(left_out) + " tables that are not ours could not be rescued");
  Copier copier(damaged, fresh.handle());
  for (const Table& table : tables_of(fresh.handle()))
    if (damaged.has_table(table.name))
      TRY_VOID(copier.copy(as_far_as_there(damaged.handle(), fresh.handle(), table)));
  Rescued rescued;
  rescued.unreadable = copier.unreadable() + TRY(mend_rows(fresh)) + TRY(mend_references(fresh));
  rescued.unreadable += TRY(drop_damaged_texts(fresh)) + TRY(drop_damaged_states(fresh));
  TRY_VOID(rebuild_derived(fresh));
  TRY_VOID(fresh.script("COMMIT;PRAGMA foreign_keys=ON"));
  rescued.memories = TRY(count(fresh, "memories"));
  rescued.archived = TRY(count(fresh, "archive"));
  rescued.links = TRY(count(fresh, "links"));
  return rescued;
}

Result<Rescued> rescue_into(const fs::path& damaged_file, const fs::path& fresh_file,
                            const Clock& clock, const FindKey& find_key) {
  ConnectionOptions options;
  std::string parameters;
  options.find_key = find_key;
  if (const auto salt = salt_of_file(damaged_file)) {
    if (!find_key)
      return Failure(wrong_key());
    options.new_key = FileKey{TRY(find_key(*salt)), *salt};
    parameters = "&" + uri_parameters_of(*options.new_key).substr(1);
  }
  const auto damaged = TRY(open_damaged(damaged_file, parameters));
  const auto database = TRY(Database::open(fresh_file, options, clock));
  const auto fresh = TRY(Connection::open(fresh_file, options));
  const auto rescued = TRY(copy_all(damaged, *fresh));
  for (const Finding& finding : TRY(check_all(*fresh)))
    if (!finding.good) {
      Error error = unusable("the rescued database does not pass its checks", "report this");
      error.detail = finding.check + ": " + finding.detail;
      return Failure(error);
    }
  return rescued;
}

}  // namespace

Result<Rescued> rescue(const fs::path& damaged, const fs::path& fresh, const Clock& clock,
                       const FindKey& find_key) {
  std::error_code error;
  if (fs::exists(fresh, error))
    return Failure(unusable("the file " + fresh.string() + " exists already", "name a new file"));
  auto rescued = rescue_into(damaged, fresh, clock, find_key);
  if (!rescued)
    remove_all_of(fresh);
  return rescued;
}

}  // namespace aim::store::sqlite
