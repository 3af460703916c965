// Statements over the rows of a table, for backends that speak SQL: one text of it, with `?` or `$` before the numbers of
// parameters, and one way to bind and read a row. `Connection` and its statements are the backend's.
// Knows: tables and columns. Must not know: what is in them.
#pragma once
#include <optional>
#include <string>

#include "store/table_rows.h"

namespace aim::store {

inline std::string names_of(std::span<const Column> columns) {
  std::string names;
  for (const Column& column : columns) names.append(names.empty() ? "" : ", ").append(column.name);
  return names;
}
inline std::string marks(char mark, std::size_t from, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text.append(i == 0 ? "" : ", ").append(1, mark).append(std::to_string(from + i));
  return text;
}

// NULL has a type of its own in some backends: that of its column.
template <class Statement>
void bind_value(Statement& statement, int index, const Column& column, const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value))
    return statement.bind_one(index, *number);
  if (const auto* real = std::get_if<double>(&value))
    return statement.bind_one(index, *real);
  if (const auto* text = std::get_if<std::string>(&value))
    return statement.bind_one(index, std::string_view(*text));
  if (column.form == Column::Form::integer)
    return statement.bind_one(index, std::optional<std::int64_t>());
  if (column.form == Column::Form::real)
    return statement.bind_one(index, std::optional<double>());
  statement.bind_one(index, std::optional<std::string_view>());
}

template <class Statement>
Row row_of(const Statement& statement, std::span<const Column> columns) {
  Row row;
  row.reserve(columns.size());
  for (int i = 0; const Column& column : columns) {
    if (statement.is_null(i)) {
      row.emplace_back();
    } else if (column.form == Column::Form::integer) {
      row.emplace_back(statement.integer(i));
    } else if (column.form == Column::Form::real) {
      row.emplace_back(statement.real(i));
    } else {
      std::string text = statement.string(i);
      std::erase(text, '\0');
      row.emplace_back(std::move(text));
    }
    ++i;
  }
  return row;
}

template <class Connection>
Result<std::vector<Row>> rows_after(Connection& connection, char mark, const Table& table,
                                    std::span<const Value> key, std::int64_t limit) {
  const auto keys = table.columns.first(table.key_columns);
  std::string sql = "SELECT " + names_of(table.columns) + " FROM " + std::string(table.name);
  if (!key.empty())
    sql += " WHERE (" + names_of(keys) + ") > (" + marks(mark, 1, keys.size()) + ")";
  sql += " ORDER BY " + names_of(keys) + " LIMIT " + std::to_string(limit);
  auto statement = TRY(connection.prepare(sql));
  if (!key.empty())
    for (std::size_t i = 0; i < keys.size(); ++i)
      bind_value(statement, static_cast<int>(i) + 1, keys[i], key[i]);
  std::vector<Row> rows;
  while (TRY(statement.step())) rows.push_back(row_of(statement, table.columns));
  return rows;
}

template <class Connection>
Result<Row> last_key_of(Connection& connection, const Table& table) {
  const auto keys = table.columns.first(table.key_columns);
  std::string sql = "SELECT " + names_of(keys) + " FROM " + std::string(table.name) + " ORDER BY ";
  for (const Column& key : keys)
    sql.append(&key == &keys.front() ? "" : ", ").append(key.name).append(" DESC");
  auto statement = TRY(connection.prepare(sql + " LIMIT 1"));
  return TRY(statement.step()) ? row_of(statement, keys) : Row();
}

}  // namespace aim::store
