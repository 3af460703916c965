// One statement of a database as the tables ask for it, whichever database it is: bind, step, read
// columns. Parameters are written ?1, ?2, … in every SQL text here; a backend whose server wants
// other marks puts them in.
// Knows: values. Must not know: which database, what a memory is.
// Threads: those of its connection, one at a time.
#pragma once
#include <type_traits>

#include "base/result.h"
#include "base/timestamp.h"
#include "store/rows.h"

namespace aim::store::sql {

// Bytes that are no text.
struct Bytes {
  std::string_view bytes;
};

// The row at which an answer stands.
class Row {
 public:
  virtual ~Row() = default;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string_view text(int column) const = 0;  // or bytes; until the next step
  virtual bool is_null(int column) const = 0;

  std::string string(int column) const { return std::string(text(column)); }
  std::optional<std::int64_t> maybe_integer(int column) const {
    return is_null(column) ? std::nullopt : std::optional(integer(column));
  }
  std::optional<double> maybe_real(int column) const {
    return is_null(column) ? std::nullopt : std::optional(real(column));
  }
  std::optional<std::string> maybe_string(int column) const {
    return is_null(column) ? std::nullopt : std::optional(string(column));
  }
};

class Statement : public Row {
 public:
  // Binds ?1, ?2, … in order. Texts must live until the last step.
  template <class... Values>
  Statement& bind(const Values&... values) {
    int index = 0;
    (bind_one(++index, values), ...);
    return *this;
  }
  virtual void bind_one(int index, std::int64_t value) = 0;
  virtual void bind_one(int index, double value) = 0;
  virtual void bind_one(int index, std::string_view value) = 0;
  virtual void bind_one(int index, Bytes value) = 0;
  // Lists, for Dialect::in_list and Dialect::listed; not kept after the call.
  virtual void bind_one(int index, std::span<const std::int64_t> values) = 0;
  virtual void bind_one(int index, std::span<const std::string> values) = 0;
  void bind_one(int index, int value) { bind_one(index, std::int64_t{value}); }
  void bind_one(int index, const std::string& value) { bind_one(index, std::string_view(value)); }
  void bind_one(int index, const char* value) { bind_one(index, std::string_view(value)); }
  void bind_one(int index, const std::vector<std::int64_t>& values) {
    bind_one(index, std::span<const std::int64_t>(values));
  }
  void bind_one(int index, const std::vector<std::string>& values) {
    bind_one(index, std::span<const std::string>(values));
  }
  // NULL of the type that T is bound as.
  template <class T>
  void bind_one(int index, const std::optional<T>& value) {
    if (value)
      return bind_one(index, *value);
    bind_one(index, T{});
    make_null(index);
  }

  virtual Result<bool> step() = 0;  // true: there is a row
  virtual Result<void> run() = 0;   // to the end, rows ignored
  virtual void rewind() = 0;        // ready to bind and run again
  // As Connection::run_later().
  virtual Result<void> run_later() { return run(); }
  // Says that it is asked in this transaction, with these values: a backend behind a network sends
  // it now, and its answer comes with that of what is asked before it.
  virtual Result<void> ask_ahead() { return {}; }
  // The best plan depends on the values: a planner that keeps plans makes one for these.
  virtual void plan_for_values() {}

 private:
  virtual void make_null(int index) = 0;  // what was bound there
};

// What the statement still gives, as `make` makes values of its rows.
template <class Make>
auto all_rows(Statement& statement, Make make)
    -> Result<std::vector<std::invoke_result_t<Make, const Row&>>> {
  std::vector<std::invoke_result_t<Make, const Row&>> all;
  while (TRY(statement.step())) all.push_back(make(statement));
  return all;
}

// What stands in columns of our tables, and what rows of one column are made into.
inline Time time_in(const Row& row, int column) {
  return time_from_nanoseconds(row.integer(column));
}
inline std::optional<Time> maybe_time_in(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(time_in(row, column));
}
inline Timestamp timestamp_in(const Row& row, int column) {
  return at(time_in(row, column));
}
inline std::optional<Timestamp> maybe_timestamp_in(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(timestamp_in(row, column));
}

// "?4, ?5, ?6"
inline std::string marks(std::size_t from, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text.append(i == 0 ? "?" : ", ?").append(std::to_string(from + i));
  return text;
}

// Sorts after every text that begins with `prefix`: it ends with the last character of Unicode.
inline std::string after_prefix(std::string_view prefix) {
  return std::string(prefix).append("\xf4\x8f\xbf\xbf");
}

// The first columns of a row.
inline std::int64_t integer_of(const Row& row) {
  return row.integer(0);
}
inline std::string string_of(const Row& row) {
  return row.string(0);
}
inline std::pair<std::int64_t, std::int64_t> two_numbers(const Row& row) {
  return {row.integer(0), row.integer(1)};
}
inline std::pair<std::string, std::int64_t> named_count(const Row& row) {
  return {row.string(0), row.integer(1)};
}

// All that the statement still gives, of its first column.
inline Result<std::vector<std::int64_t>> integers(Statement& statement) {
  return all_rows(statement, integer_of);
}

}  // namespace aim::store::sql
