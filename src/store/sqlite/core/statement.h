// One prepared statement, borrowed from its connection's cache: bind, step, read columns.
// The statement is reset when the borrower lets go, so that no read transaction is left open by accident.
// Threads: those of its connection, one at a time.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3_stmt;

namespace aim::store::sqlite {

// The name of a table, index or column, quoted for SQL.
std::string sql_name(std::string_view name);
// A text, quoted for SQL.
std::string sql_text(std::string_view text);

// Bytes that are no text.
struct Bytes {
  std::string_view bytes;
};

// A statement of a connection's cache. Who borrows it has it alone until the Statement ends.
struct CachedStatement {
  sqlite3_stmt* statement = nullptr;
  bool borrowed = false;
  std::uint64_t last_used = 0;  // when it was borrowed last, in borrowings
};

class Statement {
 public:
  explicit Statement(CachedStatement& cached) : cached_(&cached), statement_(cached.statement) {
    cached.borrowed = true;
  }
  Statement(Statement&& other) noexcept : cached_(other.cached_), statement_(other.statement_) {
    other.cached_ = nullptr;
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  // Binds ?1, ?2, … in order. Texts must live until the last step.
  template <class... Values>
  Statement& bind(const Values&... values) {
    int index = 0;
    (bind_one(++index, values), ...);
    return *this;
  }
  void bind_one(int index, std::int64_t value);
  void bind_one(int index, int value) { bind_one(index, std::int64_t{value}); }
  void bind_one(int index, double value);
  void bind_one(int index, std::string_view value);
  void bind_one(int index, Bytes value);
  void bind_one(int index, const std::string& value) { bind_one(index, std::string_view(value)); }
  void bind_one(int index, const char* value) { bind_one(index, std::string_view(value)); }
  void bind_one(int index, std::nullptr_t);
  template <class T>
  void bind_one(int index, const std::optional<T>& value) {
    if (value)
      bind_one(index, *value);
    else
      bind_one(index, nullptr);
  }
  // For functions of ours that get an object; `type` is a literal both sides know.
  void bind_pointer(int index, void* pointer, const char* type);

  Result<bool> step();  // true: there is a row
  Result<void> run();   // to the end, rows ignored
  void rewind();        // ready to bind and run again

  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // or bytes; until the next step
  std::string string(int column) const { return std::string(text(column)); }
  bool is_null(int column) const;
  std::optional<std::int64_t> maybe_integer(int column) const;

 private:
  CachedStatement* cached_;
  sqlite3_stmt* statement_;
};

}  // namespace aim::store::sqlite
