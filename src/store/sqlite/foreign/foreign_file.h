// A database file that a stranger may have made, or that is damaged: opened to read, under the
// guard (guard.h), without our pragmas, which would change it. Statements are plain ones: each may
// fail without that being an error.
// Knows: SQLite. Must not know: tables.
// Threads: one at a time.
#pragma once
#include <sqlite3.h>

#include <filesystem>

#include "store/sqlite/foreign/guard.h"

namespace aim::store::sqlite {

// The name of a file for sqlite3_open_v2(), with parameters as "?immutable=1".
std::string uri_of(const std::filesystem::path& file, const std::string& parameters);

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Rows = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// One statement, whatever stands behind it in `sql`; null when it cannot be prepared.
Rows rows_of(sqlite3* database, const std::string& sql);
// Text or bytes, as UTF-8.
std::string text_at(const Rows& rows, int column);

class ForeignFile {
 public:
  struct Options {
    std::string parameters = {};  // of the URI, as "?immutable=1"
    int max_value_bytes = 16 * 1'024 * 1'024;
    bool broken_schema = false;  // a schema with mistakes in it is better than none
  };
  ForeignFile(const std::filesystem::path& file, const Options& options);

  // What opening it came to: SQLITE_OK, or the code of the failure.
  int status() const { return status_; }
  sqlite3* handle() const { return database_.get(); }

  // As rows_of(); it may take so many steps as the size of the file makes likely.
  Rows rows(const std::string& sql) const;
  // A table with pages of its own: neither a view nor virtual.
  bool has_table(const std::string& name) const;
  std::uintmax_t bytes() const { return bytes_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  std::unique_ptr<StepLimit> limit_;  // outlives the connection
  std::unique_ptr<sqlite3, Close> database_;
  std::int64_t steps_ = 0;
  std::uintmax_t bytes_ = 0;
  int status_ = 0;
};

}  // namespace aim::store::sqlite
