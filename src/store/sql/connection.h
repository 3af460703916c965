// A connection to a database as the tables use it, whichever database it is. Every function that
// gets one runs inside its caller's read or write: beginning and committing is the backend's own.
// Knows: statements. Must not know: which database, what a memory is.
// Threads: one at a time.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/sql/dialect.h"
#include "store/sql/statement.h"

namespace aim::store::sql {

// Numbers that hold until the transaction ends, as it holds the lock of all writes; what changes
// one of them by another way than keep() has to forget() them. Nothing is kept by a connection that
// never begins a locked one: a database whose questions cost no round trip needs none.
class KnownFacts {
 public:
  std::optional<std::int64_t> find(std::string_view name) const {
    const auto found = facts_.find(name);
    return found == facts_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(std::string name, std::int64_t value) {
    if (locked_)
      facts_.insert_or_assign(std::move(name), value);
  }
  void forget() { facts_.clear(); }
  // Only what writes holds the lock.
  void begin(bool locked) {
    facts_.clear();
    locked_ = locked;
  }

 private:
  std::map<std::string, std::int64_t, std::less<>> facts_;
  bool locked_ = false;
};

class Connection {
 public:
  virtual ~Connection() = default;

  virtual const Dialect& dialect() const = 0;
  // Made ready once: the same text is not parsed again.
  virtual Result<std::unique_ptr<Statement>> statement(std::string_view sql) = 0;
  // Walks over an answer of any size without keeping it; the SQL has no parameters. `take` may use
  // the connection, and says false to end the walk.
  virtual Result<void> walk(std::string_view sql,
                            const std::function<Result<bool>(const Row&)>& take) = 0;
  // Whether a row can hold this text; no row has one that cannot be held.
  virtual bool can_store(std::string_view) const { return true; }
  // Rows changed by the last statement.
  virtual std::int64_t changes() const = 0;

  // Of this transaction.
  KnownFacts& facts() { return facts_; }
  // Which database it is: what was kept in memory of one says nothing of another.
  std::uint64_t epoch() const { return epoch_; }
  void set_epoch(std::uint64_t epoch) { epoch_ = epoch; }

  // Binds and runs to the end.
  template <class... Values>
  Result<void> run(std::string_view sql, const Values&... values) {
    const auto prepared = TRY(statement(sql));
    prepared->bind(values...);
    return prepared->run();
  }
  // The same where nobody needs the answer now: a backend may send it with what follows. Its error
  // comes at the commit at the latest.
  template <class... Values>
  Result<void> run_later(std::string_view sql, const Values&... values) {
    const auto prepared = TRY(statement(sql));
    prepared->bind(values...);
    return prepared->run_later();
  }
  // The first column of the first row; nothing when there is no row or it is NULL.
  template <class... Values>
  Result<std::optional<std::int64_t>> number(std::string_view sql, const Values&... values) {
    const auto prepared = TRY(statement(sql));
    prepared->bind(values...);
    if (!TRY(prepared->step()))
      return std::optional<std::int64_t>();
    return prepared->maybe_integer(0);
  }

  // All rows of the answer, as `make` makes values of them.
  template <class Make, class... Values>
  auto all(std::string_view sql, Make make, const Values&... values)
      -> Result<std::vector<std::invoke_result_t<Make, const Row&>>> {
    const auto prepared = TRY(statement(sql));
    prepared->bind(values...);
    return all_rows(*prepared, make);
  }
  // The first row of the answer; nothing when there is none.
  template <class Make, class... Values>
  auto first(std::string_view sql, Make make, const Values&... values)
      -> Result<std::optional<std::invoke_result_t<Make, const Row&>>> {
    const auto prepared = TRY(statement(sql));
    prepared->bind(values...);
    if (!TRY(prepared->step()))
      return std::optional<std::invoke_result_t<Make, const Row&>>();
    return std::optional(make(*prepared));
  }

 private:
  KnownFacts facts_;
  std::uint64_t epoch_ = 0;
};

}  // namespace aim::store::sql
