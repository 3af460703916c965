#include "store/sql/where.h"

#include "store/rows.h"
#include "store/sql/namespaces.h"

namespace aim::store::sql {

// ?1, ?2, … for each ?.
std::string Where::numbered(std::string_view clause) {
  std::string out;
  for (const char c : clause) {
    out += c;
    if (c == '?')
      out += std::to_string(++placed_);
  }
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

void Where::hide_expired(Time now) {
  add("(m.expires_at IS NULL OR m.expires_at > ?)", {nanoseconds(now)});
}

void Where::add_is_news() {
  add("m.source NOT LIKE 'mine-%'");
  add("NOT EXISTS (SELECT 1 FROM links l WHERE l.target = m.key AND l.relation = 'supersedes')");
}

Result<bool> Where::add_filter(Connection& connection, const Filter& filter) {
  if (!filter.name_space.empty() || filter.within) {
    const auto rows = TRY(name_spaces_of(connection, filter));
    if (rows.empty())
      return false;
    add_name_spaces(connection.dialect(), rows);
  }
  add_all_else(connection.dialect(), filter);
  return true;
}

void Where::add_name_spaces(const Dialect& dialect, std::span<const NamespaceRow> rows) {
  if (rows.size() == 1)
    return add("m.namespace = ?", {rows.front().number});
  std::vector<std::int64_t> numbers;
  for (const NamespaceRow& row : rows) numbers.push_back(row.number);
  add("m.namespace" + dialect.in_list("?"), {std::move(numbers)});
}

void Where::add_all_else(const Dialect& dialect, const Filter& filter) {
  std::vector<std::int64_t> tiers;
  for (const Tier each : filter.tiers) tiers.push_back(static_cast<std::int64_t>(each));
  if (tiers.size() == 1)
    add("m.tier = ?", {tiers.front()});
  else if (!tiers.empty())
    add("m.tier" + dialect.in_list("?"), {std::move(tiers)});
  // As a number in the text: only then does a planner see that the index of reflections fits.
  if (filter.kind)
    add("m.kind = " + std::to_string(static_cast<int>(*filter.kind)));
  for (const std::string& tag : filter.tags)
    add("EXISTS (SELECT 1 FROM tags WHERE tags.tag = ? AND tags.key = m.key)", {tag});
  if (filter.since)
    add("m.created_at >= ?", {nanoseconds(*filter.since)});
  if (filter.until)
    add("m.created_at <= ?", {nanoseconds(*filter.until)});
  if (filter.min_priority)
    add(dialect.shown_priority() + " >= ?", {*filter.min_priority});
  if (filter.sources.size() == 1)
    add("m.source = ?", {filter.sources.front()});
  else if (!filter.sources.empty())
    add("m.source" + dialect.in_list("?"), {filter.sources});
  if (filter.agent_id)
    add(dialect.by_agent, {*filter.agent_id});
}

}  // namespace aim::store::sql
