#include "store/sqlite/tables/where.h"

#include <algorithm>

#include "store/sqlite/tables/namespaces.h"

namespace aim::store::sqlite {

void Where::add(std::string_view condition, std::vector<Value> values) {
  conditions_.append(conditions_.empty() ? " WHERE " : " AND ").append(condition);
  values_.insert(values_.end(), values.begin(), values.end());
}

void Where::append(std::string_view clause, std::vector<Value> values) {
  tail_.append(" ").append(clause);
  values_.insert(values_.end(), values.begin(), values.end());
}

std::string Where::sql(std::string_view select) const {
  return std::string(select).append(conditions_).append(tail_);
}

void Where::bind(Statement& statement) const {
  for (std::size_t i = 0; i < values_.size(); ++i)
    std::visit([&](const auto& value) { statement.bind_one(static_cast<int>(i) + 1, value); },
               values_[i]);
}

void Where::hide_expired(Time now) {
  add("(m.expires_at IS NULL OR m.expires_at > ?)", {now.time_since_epoch().count()});
}

Result<bool> Where::add_filter(Connection& connection, const Filter& filter) {
  if (!filter.name_space.empty() || filter.within) {
    const auto rows = TRY(name_spaces_of(connection, filter));
    if (rows.empty())
      return false;
    add_name_spaces(rows);
  }
  add_all_else(filter);
  return true;
}

void Where::add_name_spaces(std::span<const NamespaceRow> rows) {
  if (rows.size() == 1)
    return add("m.namespace = ?", {rows.front().number});
  std::string list;
  for (const auto& row : rows)
    list.append(list.empty() ? "" : ",").append(std::to_string(row.number));
  add("m.namespace IN (" + list + ")");
}

void Where::add_all_else(const Filter& filter) {
  if (filter.tier)
    add("m.tier = ?", {static_cast<std::int64_t>(*filter.tier)});
  // As a number in the text: only then does SQLite see that the index of reflections fits.
  if (filter.kind)
    add("m.kind = " + std::to_string(static_cast<int>(*filter.kind)));
  for (const std::string& tag : filter.tags)
    add("EXISTS (SELECT 1 FROM tags WHERE tag = ? AND key = m.key)", {tag});
  if (filter.since)
    add("m.created_at >= ?", {filter.since->time_since_epoch().count()});
  if (filter.until)
    add("m.created_at <= ?", {filter.until->time_since_epoch().count()});
  if (filter.min_priority)
    add("min(10, m.priority + m.reinforcement) >= ?", {*filter.min_priority});
  if (filter.source)
    add("m.source = ?", {*filter.source});
  if (filter.agent_id)
    add(by_agent, {*filter.agent_id});
}

Result<std::vector<Key>> expired_keys(Connection& connection, Time now) {
  std::vector<Key> keys;
  auto statement = TRY(connection.prepare("SELECT key FROM memories WHERE expires_at <= ?1"));
  statement.bind(now.time_since_epoch().count());
  while (TRY(statement.step())) keys.push_back(statement.integer(0));
  std::ranges::sort(keys);
  return keys;
}

}  // namespace aim::store::sqlite
