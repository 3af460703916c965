// One statement with its parameters and its answer: bind, step, read columns. As in the SQLite
// backend, but that the whole answer is fetched by the first step: a walk over a whole table is
// Connection::walk's.
// Parameters have types: integers are bigint, reals double precision, texts text, Bytes bytea;
// lists of keys are bigint[], lists of texts text[]. So SQL of ours says `key = ANY($1)` for lists,
// and casts where a column is of another kind.
// Values read back: integers of any size and booleans by integer(), texts and bytea by text();
// numeric is to be cast.
// Threads: those of its connection, one at a time.
#pragma once
#include "base/result.h"
#include "store/postgres/core/libpq.h"
#include "store/sql/statement.h"

namespace aim::store::postgres {

class Connection;

using Bytes = sql::Bytes;

// A value on its way to the server, in the binary format.
struct Parameter {
  Oid type = 0;
  bool null = false;
  std::array<char, 8> number{};
  std::string list;       // of a list
  std::string_view text;  // of a text; not owned
  enum class Kept { number, list, text } kept = Kept::number;

  std::string_view bytes() const {
    if (kept == Kept::number)
      return {number.data(), number.size()};
    return kept == Kept::list ? std::string_view(list) : text;
  }
};

class Statement final : public sql::Statement {
 public:
  // Parameters are written ?1 or $1.
  Statement(Connection& connection, std::string_view sql);

  // As of any statement, with the lists that only this backend has.
  template <class... Values>
  Statement& bind(const Values&... values) {
    int index = 0;
    (bind_one(++index, values), ...);
    return *this;
  }
  using sql::Statement::bind_one;
  void bind_one(int index, std::int64_t value) override;
  void bind_one(int index, double value) override;
  void bind_one(int index, std::string_view value) override;
  void bind_one(int index, Bytes value) override;
  void bind_one(int index, std::span<const std::int64_t> values) override;
  void bind_one(int index, std::span<const std::string> values) override;
  void bind_one(int index, std::span<const double> values);
  // A list of byte strings: bytea[].
  void bind_one(int index, std::span<const Bytes> values);

  Result<bool> step() override;
  Result<void> run() override;
  void rewind() override;
  Result<void> run_later() override;
  Result<void> ask_ahead() override;

  std::int64_t integer(int column) const override;
  double real(int column) const override;
  std::string_view text(int column) const override;  // until the statement is rewound or ends
  bool is_null(int column) const override;

  // Its best plan depends on its values (the filters of a list), or it reads tables whole: it is
  // planned anew each time. Of others the plan is kept, and finds what it needs by indexes.
  void plan_for_values() override { for_values_ = true; }
  bool is_for_values() const { return for_values_; }

  const std::string& sql() const { return sql_; }
  std::span<const Parameter> parameters() const { return parameters_; }

 private:
  Parameter& place(int index);
  void make_null(int index) override;

  Connection* connection_;
  std::string sql_;
  std::vector<Parameter> parameters_;
  Answer answer_;
  int row_ = -1, rows_ = 0;
  bool for_values_ = false;
};

}  // namespace aim::store::postgres
