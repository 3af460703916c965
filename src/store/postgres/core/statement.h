// One statement with its parameters and its answer: bind, step, read columns. As in the SQLite backend, but that the whole
// answer is fetched by the first step: a walk over a whole table is Connection::each_row's.
// Parameters have types: integers are bigint, reals double precision, texts text, Bytes bytea; lists of keys are bigint[],
// lists of texts text[]. So SQL of ours says `key = ANY($1)` for lists, and casts where a column is of another kind.
// Values read back: integers of any size and booleans by integer(), texts and bytea by text(); numeric is to be cast.
// Threads: those of its connection, one at a time.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/postgres/core/libpq.h"

namespace aim::store::postgres {

class Connection;

// Bytes that are no text.
struct Bytes {
  std::string_view bytes;
};

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

class Statement {
 public:
  Statement(Connection& connection, std::string_view sql) : connection_(&connection), sql_(sql) {}

  // Binds $1, $2, … in order. Texts must live until the first step.
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
  void bind_one(int index, std::span<const std::int64_t> values);
  void bind_one(int index, const std::vector<std::int64_t>& values) {
    bind_one(index, std::span<const std::int64_t>(values));
  }
  void bind_one(int index, std::span<const double> values);
  void bind_one(int index, std::span<const std::string> values);
  void bind_one(int index, const std::vector<std::string>& values) {
    bind_one(index, std::span<const std::string>(values));
  }
  // A list of byte strings: bytea[].
  void bind_one(int index, std::span<const Bytes> values);
  // NULL of the type that T is bound as.
  template <class T>
  void bind_one(int index, const std::optional<T>& value) {
    if (value)
      return bind_one(index, *value);
    bind_one(index, T{});
    parameters_[static_cast<std::size_t>(index) - 1].null = true;
    parameters_[static_cast<std::size_t>(index) - 1].text = {};
  }

  Result<bool> step();  // true: there is a row
  Result<void> run();   // to the end, rows ignored
  void rewind();        // ready to bind and run again

  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // or bytes; until the statement is rewound or ends
  std::string string(int column) const { return std::string(text(column)); }
  bool is_null(int column) const;
  std::optional<std::int64_t> maybe_integer(int column) const;

  const std::string& sql() const { return sql_; }
  std::span<const Parameter> parameters() const { return parameters_; }

 private:
  Parameter& place(int index);

  Connection* connection_;
  std::string sql_;
  std::vector<Parameter> parameters_;
  Answer answer_;
  int row_ = -1, rows_ = 0;
};

}  // namespace aim::store::postgres
