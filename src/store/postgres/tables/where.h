// A WHERE clause that grows: conditions with the values they need, bound in order. For queries
// whose shape depends on the filter; the shapes are few, so that most are parsed already. How they
// are best answered depends on the values: they are planned for these.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "memory/filter.h"
#include "store/postgres/core/connection.h"

namespace aim::store::postgres {

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

  // The conditions of a filter on the table memories (alias m). False: no namespace of that name,
  // nothing can match.
  Result<bool> add_filter(Connection& connection, const Filter& filter);

 private:
  std::string numbered(std::string_view clause);

  std::string conditions_, tail_;
  std::vector<Value> values_;
  int placed_ = 0;  // values that have a place in the SQL
};

}  // namespace aim::store::postgres
