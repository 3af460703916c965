// A WHERE clause that grows: conditions with the values they need, bound in order. For queries
// whose shape depends on the filter; the shapes are few, so the statement cache still serves them.
#pragma once
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "memory/filter.h"
#include "store/sqlite/core/connection.h"
#include "store/types.h"

namespace aim::store::sqlite {

// Memories (alias m) of one agent, by the index memories_agent.
inline constexpr std::string_view by_agent =
    "instr(m.metadata, '\"agent_id\"') > 0 AND CASE WHEN json_valid(m.metadata) THEN "
    "json_extract(m.metadata, '$.agent_id') END = ?";

class Where {
 public:
  using Value = std::variant<std::int64_t, std::string>;
  // `condition` has one ? for each value.
  void add(std::string_view condition, std::vector<Value> values = {});
  // Appends a clause that is not a condition (ORDER BY, LIMIT).
  void append(std::string_view clause, std::vector<Value> values = {});
  std::string sql(std::string_view select) const;
  void bind(Statement& statement) const;

  // The conditions of a filter on the table memories (alias m). False: no namespace of that name,
  // nothing can match.
  Result<bool> add_filter(Connection& connection, const Filter& filter);
  // What has expired by `now` does not match (alias m).
  void hide_expired(Time now);
  // The same in two parts, for those who have the namespaces it names: any of these, and all else
  // that it says.
  void add_name_spaces(std::span<const NamespaceRow> rows);
  void add_all_else(const Filter& filter);

 private:
  std::string conditions_, tail_;
  std::vector<Value> values_;
};

// What hide_expired() hides, by rising key: for those who keep rows.
Result<std::vector<Key>> expired_keys(Connection& connection, Time now);

}  // namespace aim::store::sqlite
