#include "store/postgres/tables/where.h"

#include "store/postgres/tables/namespaces.h"

namespace aim::store::postgres {

// $1, $2, … for each ?: PostgreSQL knows parameters by number only.
std::string Where::numbered(std::string_view clause) {
  std::string out;
  for (const char c : clause)
    if (c == '?')
      out.append("$").append(std::to_string(++placed_));
    else
      out += c;
  return out;
}

void Where::add(std::string_view condition, std::vector<Value> values) {
  conditions_.append(conditions_.empty() ? " WHERE " : " AND ").append(numbered(condition));
  values_.insert(values_.end(), values.begin(), values.end());
}

void Where::append(std::string_view clause, std::vector<Value> values) {
  tail_.append(" ").append(numbered(clause));
  values_.insert(values_.end(), values.begin(), values.end());
}

std::string Where::sql(std::string_view select) const {
  return std::string(select).append(conditions_).append(tail_);
}

void Where::bind(Statement& statement) const {
  statement.plan_for_values();
  for (std::size_t i = 0; i < values_.size(); ++i)
    std::visit([&](const auto& value) { statement.bind_one(static_cast<int>(i) + 1, value); },
               values_[i]);
}

Result<bool> Where::add_filter(Connection& connection, const Filter& filter) {
  if (!filter.name_space.empty() || filter.within) {
    const auto rows = TRY(name_spaces_of(connection, filter));
    if (rows.empty())
      return false;
    if (rows.size() == 1) {
      add("m.namespace = ?", {rows.front().number});
    } else {
      std::vector<std::int64_t> numbers;
      for (const auto& row : rows) numbers.push_back(row.number);
      add("m.namespace = ANY(?)", {std::move(numbers)});
    }
  }
  if (filter.tier)
    add("m.tier = ?", {static_cast<std::int64_t>(*filter.tier)});
  // As a number in the text: only then does the planner see that the index of reflections fits.
  if (filter.kind)
    add("m.kind = " + std::to_string(static_cast<int>(*filter.kind)));
  for (const std::string& tag : filter.tags)
    add("EXISTS (SELECT 1 FROM tags WHERE tags.tag = ? AND tags.key = m.key)", {tag});
  if (filter.since)
    add("m.created_at >= ?", {filter.since->time_since_epoch().count()});
  if (filter.until)
    add("m.created_at <= ?", {filter.until->time_since_epoch().count()});
  if (filter.min_priority)
    add("least(10, m.priority + m.reinforcement) >= ?", {*filter.min_priority});
  if (filter.source)
    add("m.source = ?", {*filter.source});
  if (filter.agent_id)
    add("m.agent = ?", {*filter.agent_id});
  return true;
}

}  // namespace aim::store::postgres
