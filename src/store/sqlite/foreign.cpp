#include "store/sqlite/foreign.h"

#include <sqlite3.h>

#include <memory>
#include <optional>

#include "store/sqlite/statement.h"

namespace aim::store {
namespace {

namespace fs = std::filesystem;

constexpr int longest_value = 16 * 1'024 * 1'024;  // bytes

// Plain ones: Connection would change the file (pragmas, log).
struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
struct Close {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
using Rows = std::unique_ptr<sqlite3_stmt, Finalize>;
using Foreign = std::unique_ptr<sqlite3, Close>;

Failure unreadable(const fs::path& file, sqlite3* database) {
  const int code = sqlite3_errcode(database) & 0xFF;
  std::string what = code == SQLITE_NOTADB                              ? "is no SQLite database"
                     : code == SQLITE_BUSY || code == SQLITE_LOCKED     ? "is in use by another program"
                     : code == SQLITE_CANTOPEN || code == SQLITE_READONLY ? "cannot be opened"
                     : code == SQLITE_TOOBIG                            ? "holds a value of more than 16 MiB"
                                                                        : "is damaged";
  return Failure(Error{Code::validation_failed, file.native() + " " + what, {}, {}, sqlite3_errmsg(database)});
}

Result<Foreign> open(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error))
    return Failure(missing("there is no " + file.native()));
  sqlite3* opened = nullptr;
  const int status = sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  Foreign database(opened);
  if (status != SQLITE_OK)
    return unreadable(file, opened);
  constexpr int patience_ms = 5'000;
  sqlite3_busy_timeout(opened, patience_ms);
  sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, longest_value);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  return database;
}

Rows rows_of(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
  return Rows(statement);
}

// A virtual table has no root page.
Result<bool> has_table(sqlite3* database, const fs::path& file, std::string_view table) {
  const Rows rows = rows_of(database, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1 AND rootpage > 0");
  if (!rows)
    return unreadable(file, database);
  sqlite3_bind_text(rows.get(), 1, table.data(), static_cast<int>(table.size()), SQLITE_STATIC);
  const int status = sqlite3_step(rows.get());
  if (status != SQLITE_ROW && status != SQLITE_DONE)
    return unreadable(file, database);
  return status == SQLITE_ROW;
}

std::string_view column_text(sqlite3_stmt* rows, int column) {
  const auto* text = sqlite3_column_text(rows, column);
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(sqlite3_column_bytes(rows, column))};
}

ForeignRow row_of(sqlite3_stmt* rows) {
  ForeignRow row;
  for (int column = 0; column < sqlite3_column_count(rows); ++column) {
    const int type = sqlite3_column_type(rows, column);
    if (type != SQLITE_NULL && type != SQLITE_BLOB)
      row.emplace(sqlite3_column_name(rows, column), column_text(rows, column));
  }
  return row;
}

}  // namespace

Result<bool> each_foreign_row(const fs::path& file, std::string_view table,
                              const std::function<Result<void>(const ForeignRow& row)>& take) {
  const Foreign database = TRY(open(file));
  if (!TRY(has_table(database.get(), file, table)))
    return false;
  const Rows rows = rows_of(database.get(), "SELECT * FROM " + sql_name(table));
  if (!rows)
    return unreadable(file, database.get());
  int status = SQLITE_ROW;
  while ((status = sqlite3_step(rows.get())) == SQLITE_ROW) TRY_VOID(take(row_of(rows.get())));
  if (status != SQLITE_DONE)
    return unreadable(file, database.get());
  return true;
}

}  // namespace aim::store
