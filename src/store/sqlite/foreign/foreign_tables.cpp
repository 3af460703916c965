#include <sqlite3.h>

#include <system_error>

#include "base/base64.h"
#include "base/file.h"
#include "store/sqlite/core/statement.h"
#include "store/sqlite/foreign/foreign_file.h"
#include "store/sqlite/sqlite_store.h"

namespace aim::store::sqlite {
namespace {

constexpr std::uintmax_t min_row_bytes = 4;
constexpr int max_value_bytes = 16 * 1'024 * 1'024;

Failure unreadable(const fs::path& file, sqlite3* database) {
  const int code = sqlite3_errcode(database) & 0xFF;
  std::string what = code == SQLITE_NOTADB                          ? "is no SQLite database"
                     : code == SQLITE_BUSY || code == SQLITE_LOCKED ? "is in use by another program"
                     : code == SQLITE_CANTOPEN || code == SQLITE_READONLY ? "cannot be opened"
                     : code == SQLITE_TOOBIG ? "holds a value of more than 16 MiB"
                     : code == SQLITE_INTERRUPT
                         ? "takes too long to read: it is damaged, or was made to do harm"
                         : "is damaged";
  return Failure(
      Error{Code::validation_failed, file.string() + " " + what, {}, {}, sqlite3_errmsg(database)});
}

Result<ForeignFile> open(const fs::path& file) {
  if (!path_exists(file))
    return Failure(missing("there is no " + file.string()));
  ForeignFile foreign(file, {{}, max_value_bytes, false});
  if (foreign.status() != SQLITE_OK)
    return unreadable(file, foreign.handle());
  return foreign;
}

std::string_view column_text(sqlite3_stmt* rows, int column) {
  const auto* text = sqlite3_column_text(rows, column);
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(rows, column))};
}

// Some keep ids as the bytes of a UUID. Other blobs are not handed on.
constexpr int uuid_bytes = 16;
std::string uuid_text(sqlite3_stmt* rows, int column) {
  return to_hex({static_cast<const unsigned char*>(sqlite3_column_blob(rows, column)), uuid_bytes});
}

ForeignRow row_of(sqlite3_stmt* rows) {
  ForeignRow row;
  for (int column = 0; column < sqlite3_column_count(rows); ++column) {
    const int type = sqlite3_column_type(rows, column);
    if (type == SQLITE_BLOB && sqlite3_column_bytes(rows, column) == uuid_bytes)
      row.emplace(sqlite3_column_name(rows, column), uuid_text(rows, column));
    else if (type != SQLITE_NULL && type != SQLITE_BLOB)
      row.emplace(sqlite3_column_name(rows, column), column_text(rows, column));
  }
  return row;
}

}  // namespace

Result<bool> each_foreign_row(const fs::path& file, std::string_view table,
                              const std::function<Result<void>(const ForeignRow& row)>& take) {
  const ForeignFile foreign = TRY(open(file));
  if (!foreign.has_table(std::string(table))) {
    if (const int status = sqlite3_errcode(foreign.handle()) & 0xFF;
        status != SQLITE_OK && status != SQLITE_DONE)
      return unreadable(file, foreign.handle());
    return false;
  }
  const Rows rows = foreign.rows("SELECT * FROM " + sql_name(table));
  if (!rows)
    return unreadable(file, foreign.handle());
  int status = SQLITE_ROW;
  auto left = foreign.bytes() / min_row_bytes;
  while ((status = sqlite3_step(rows.get())) == SQLITE_ROW) {
    if (left-- == 0)
      return Failure(Error{Code::validation_failed,
                           file.string() + " is damaged: it has more rows than bytes",
                           {},
                           {},
                           {}});
    TRY_VOID(take(row_of(rows.get())));
  }
  if (status != SQLITE_DONE)
    return unreadable(file, foreign.handle());
  return true;
}

}  // namespace aim::store::sqlite
