#include "store/sql/row_statements.h"

namespace aim::store::sql {
namespace {

store::Row row_of(const Row& answer, std::span<const Column> columns) {
  store::Row row;
  row.reserve(columns.size());
  for (int i = 0; const Column& column : columns) {
    if (answer.is_null(i)) {
      row.emplace_back();
    } else if (column.form == Column::Form::integer) {
      row.emplace_back(answer.integer(i));
    } else if (column.form == Column::Form::real) {
      row.emplace_back(answer.real(i));
    } else {
      std::string text = answer.string(i);
      std::erase(text, '\0');
      row.emplace_back(std::move(text));
    }
    ++i;
  }
  return row;
}

}  // namespace

std::string names_of(std::span<const Column> columns) {
  std::string names;
  for (const Column& column : columns) names.append(names.empty() ? "" : ", ").append(column.name);
  return names;
}

std::string marks(std::size_t from, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text.append(i == 0 ? "?" : ", ?").append(std::to_string(from + i));
  return text;
}

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

Result<std::vector<store::Row>> rows_after(Connection& connection, const Table& table,
                                           std::span<const Value> key, std::int64_t limit) {
  const auto keys = table.columns.first(table.key_columns);
  std::string sql = "SELECT " + names_of(table.columns) + " FROM " + std::string(table.name);
  if (!key.empty())
    sql += " WHERE (" + names_of(keys) + ") > (" + marks(1, keys.size()) + ")";
  sql += " ORDER BY " + names_of(keys) + " LIMIT " + std::to_string(limit);
  const auto statement = TRY(connection.statement(sql));
  if (!key.empty())
    for (std::size_t i = 0; i < keys.size(); ++i)
      bind_value(*statement, static_cast<int>(i) + 1, keys[i], key[i]);
  std::vector<store::Row> rows;
  while (TRY(statement->step())) rows.push_back(row_of(*statement, table.columns));
  return rows;
}

Result<store::Row> last_key_of(Connection& connection, const Table& table) {
  const auto keys = table.columns.first(table.key_columns);
  std::string sql = "SELECT " + names_of(keys) + " FROM " + std::string(table.name) + " ORDER BY ";
  for (const Column& key : keys)
    sql.append(&key == &keys.front() ? "" : ", ").append(key.name).append(" DESC");
  const auto statement = TRY(connection.statement(sql + " LIMIT 1"));
  return TRY(statement->step()) ? row_of(*statement, keys) : store::Row();
}

}  // namespace aim::store::sql
