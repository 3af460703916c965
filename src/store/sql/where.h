// A WHERE clause that grows: conditions with the values they need, bound in order. For queries
// whose shape depends on the filter; the shapes are few, so that most are parsed already. Their
// best plan depends on the values.
// Knows: filters, columns of memories (alias m). Must not know: which database.
#pragma once
#include <variant>

#include "memory/filter.h"
#include "store/sql/connection.h"
#include "store/types.h"

namespace aim::store::sql {

class Where {
 public:
  using Value =
      std::variant<std::int64_t, std::string, std::vector<std::int64_t>, std::vector<std::string>>;
  // `condition` has one ? for each value, and none besides.
  void add(std::string_view condition, std::vector<Value> values = {});
  // Appends a clause that is not a condition (ORDER BY, LIMIT).
  void append(std::string_view clause, std::vector<Value> values = {});
  std::string sql(std::string_view select) const;
  void bind(Statement& statement) const;
  // All rows of the answer, as `make` makes values of them.
  template <class Make>
  auto all(Connection& connection, std::string_view select, Make make) const
      -> Result<std::vector<std::invoke_result_t<Make, const Row&>>> {
    const auto statement = TRY(connection.statement(sql(select)));
    bind(*statement);
    return all_rows(*statement, make);
  }

  // Adds the conditions of a filter. False: no namespace of that name, nothing can match.
  Result<bool> add_filter(Connection& connection, const Filter& filter);
  // Excludes what is no news at the start of a session (V6): superseded memories, mined
  // conversations.
  void add_is_news();
  // Excludes memories that have expired by `now`.
  void hide_expired(Time now);
  // add_filter() in two parts, for callers that know the namespaces: any of these, and all other
  // conditions of the filter.
  void add_name_spaces(const Dialect& dialect, std::span<const NamespaceRow> rows);
  void add_all_else(const Dialect& dialect, const Filter& filter);

 private:
  std::string numbered(std::string_view clause);

  std::string conditions_, tail_;
  std::vector<Value> values_;
  int placed_ = 0;  // values that have a place in the SQL
};

}  // namespace aim::store::sql
