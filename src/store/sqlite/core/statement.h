// One prepared statement, borrowed from its connection's cache: bind, step, read columns.
// The statement is reset when the borrower lets go, so that no read transaction is left open by
// accident.
// Threads: those of its connection, one at a time.
#pragma once
#include "base/result.h"
#include "store/sql/statement.h"

struct sqlite3_stmt;

namespace aim::store::sqlite {

// The name of a table, index or column, quoted for SQL.
std::string sql_name(std::string_view name);
// A text, quoted for SQL.
std::string sql_text(std::string_view text);

using Bytes = sql::Bytes;

// A statement of a connection's cache. Who borrows it has it alone until the Statement ends.
struct CachedStatement {
  sqlite3_stmt* statement = nullptr;
  bool borrowed = false;
  std::uint64_t last_used = 0;  // when it was borrowed last, in borrowings
};

class Statement final : public sql::Statement {
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
  ~Statement() override;

  using sql::Statement::bind_one;
  void bind_one(int index, std::int64_t value) override;
  void bind_one(int index, double value) override;
  void bind_one(int index, std::string_view value) override;
  void bind_one(int index, Bytes value) override;
  // As JSON, for json_each().
  void bind_one(int index, std::span<const std::int64_t> values) override;
  void bind_one(int index, std::span<const std::string> values) override;
  // For functions of ours that get an object; `type` is a literal both sides know.
  void bind_pointer(int index, void* pointer, const char* type);

  Result<bool> step() override;
  Result<void> run() override;
  void rewind() override;

  std::int64_t integer(int column) const override;
  double real(int column) const override;
  std::string_view text(int column) const override;
  bool is_null(int column) const override;

 private:
  void make_null(int index) override;
  void bind_kept(int index, const std::string& text);

  CachedStatement* cached_;
  sqlite3_stmt* statement_;
};

}  // namespace aim::store::sqlite
