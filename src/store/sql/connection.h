// A connection to a database as the tables use it, whichever database it is. Every function that
// gets one runs inside its caller's read or write: beginning and committing is the backend's own.
// Knows: statements. Must not know: which database, what a memory is.
// Threads: one at a time.
#pragma once
#include <type_traits>

#include "base/result.h"
#include "store/sql/statement.h"

namespace aim::store::sql {

// Text of SQL before and after another text.
struct Around {
  std::string_view before, after;
  std::string operator()(std::string_view text) const {
    return std::string(before).append(text).append(after);
  }
};

// Where the SQL of two databases has other words for one thing. The tables say in the same words
// what both take: upserts name their conflict and never "OR REPLACE", coalesce, RETURNING,
// CAST(… AS bigint), ?1 for parameters.
struct Dialect {
  std::string_view greatest, least;  // of several values, none of which is NULL
  std::string_view position;         // (text, part): where it is first, counted from 1; else 0
  // After the name of a table that is to be read in the order of its keys: a planner's hint.
  std::string_view by_rows;
  // Between two tables that are joined: the first is the outer loop, where the planner takes hints.
  std::string_view ordered_join;
  // After the columns of an INSERT: its numbers are kept where the database gives numbers itself.
  std::string_view own_numbers;
  Around bytes_of;  // a text: how many bytes it has
  Around in_list;   // a bound list: " IN (…)"
  Around listed;    // a bound list of numbers: a table `listed` of each `value`, its place as `key`
  std::int64_t first_place = 0;
  Around json;  // a text of JSON, for ->>
  // The state of a version: its text as the column keeps it, and what the column says, for ->> and
  // as a text; an error where it says nothing.
  Around packed_state, state;
  Around items;  // the text of a JSON array: a table `item`, made as `listed` is
  // A condition on versions (alias v) from number ?2 on: the change took the word `item` away.
  std::string_view lost_item;

  // Conditions on memories (alias m): title ?2 within a namespace; the agent that metadata names (a
  // ? for it).
  std::string_view by_title, by_agent;
  bool keeps_agent = false;       // in a column of memories
  bool changes_in_order = false;  // memories have an index by the time of their last change
  std::string_view by_content;    // a condition on memories (alias m): content ?2, by its index

  // What each answers by means of its own.
  std::string_view last_change, next_change;  // numbers of the change sequence (tables/changes.h)
  std::string_view size;                      // bytes of the database
  std::string_view stored_text;               // bytes that a row x of turn_texts takes
  std::string_view last_vector_change;        // the last number of a change of passages or vectors
  // A number for a channel: of one that was dropped it is not given again, as another process may
  // still know it.
  std::string_view next_channel;
  // Pairs of keys of memories with one content that live at ?1 and are not linked; ?2 of them,
  // after ?3.
  std::string_view same_content;

  std::string shown_priority() const {
    return std::string(least).append("(10, m.priority + m.reinforcement)");
  }
};

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
  // The step of undo that changes of now belong to, if any.
  std::optional<std::int64_t> step = {};
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
  // The same of an aggregate, which is NULL where there is nothing to add up.
  template <class... Values>
  Result<std::int64_t> number_or_zero(std::string_view sql, const Values&... values) {
    return TRY(number(sql, values...)).value_or(0);
  }
  // Whether there is a row; its first column is not NULL.
  template <class... Values>
  Result<bool> any(std::string_view sql, const Values&... values) {
    return TRY(number(sql, values...)).has_value();
  }
  // All rows of the answer, as `make` makes values of them.
  template <class Make, class... Values>
  auto all(std::string_view sql, Make make, const Values&... values)
      -> Result<std::vector<std::invoke_result_t<Make, const Row&>>> {
    const auto prepared = TRY(statement(sql));
    prepared->bind(values...);
    return all_rows(*prepared, make);
  }
  // As walk(), to the end, with what `make` makes of each row.
  template <class Make, class Take>
  Result<void> each(std::string_view sql, Make make, const Take& take) {
    return walk(sql, [&](const Row& row) -> Result<bool> {
      TRY_VOID(take(make(row)));
      return true;
    });
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

// The ids in a table that begin with the prefix, in order, at most `limit`.
inline Result<std::vector<std::string>> ids_beginning(Connection& connection,
                                                      const std::string& table,
                                                      std::string_view prefix, std::size_t limit) {
  return connection.all(
      "SELECT id FROM " + table + " WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3", string_of,
      prefix, after_prefix(prefix), static_cast<std::int64_t>(limit));
}

}  // namespace aim::store::sql
