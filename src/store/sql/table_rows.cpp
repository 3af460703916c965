#include "store/sql/table_rows.h"

#include "base/append.h"
#include "store/sql/statement.h"

namespace aim::store::sql {
namespace {

constexpr std::size_t rows_a_statement = 100;  // one text of SQL for all but the last

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

// "a, b, c"
std::string names_of(std::span<const Column> columns) {
  return join_texts(columns, ", ", &Column::name);
}

// The same, as values that are read.
std::string values_of(const sql::Dialect& dialect, std::span<const Column> columns) {
  std::string values;
  for (const Column& column : columns)
    values.append(values.empty() ? "" : ", ")
        .append(column.form == Column::Form::state ? dialect.state(column.name) : column.name);
  return values;
}

// "(?5, ?6, ?7)"
std::string marks_of(const sql::Dialect& dialect, std::span<const Column> columns,
                     std::size_t first) {
  std::string all;
  for (const Column& column : columns) {
    const std::string mark = "?" + std::to_string(first++);
    all.append(all.empty() ? "(" : ", ")
        .append(column.form == Column::Form::state ? dialect.packed_state(mark) : mark);
  }
  return all + ")";
}

// NULL has a type of its own in some backends: that of its column.
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

}  // namespace

Result<std::vector<store::Row>> SqlTableRows::after(const Table& table, std::span<const Value> key,
                                                    std::int64_t limit) const {
  const auto keys = table.columns.first(table.key_columns);
  std::string sql = "SELECT " + values_of(connection_.dialect(), table.columns) + " FROM " +
                    std::string(table.name);
  if (!key.empty())
    sql += " WHERE (" + names_of(keys) + ") > (" + marks(1, keys.size()) + ")";
  sql += " ORDER BY " + names_of(keys) + " LIMIT " + std::to_string(limit);
  const auto statement = TRY(connection_.statement(sql));
  if (!key.empty())
    for (std::size_t i = 0; i < keys.size(); ++i)
      bind_value(*statement, static_cast<int>(i) + 1, keys[i], key[i]);
  std::vector<store::Row> rows;
  while (TRY(statement->step())) rows.push_back(row_of(*statement, table.columns));
  return rows;
}

Result<store::Row> SqlTableRows::last_key(const Table& table) const {
  const auto keys = table.columns.first(table.key_columns);
  std::string sql = "SELECT " + names_of(keys) + " FROM " + std::string(table.name) + " ORDER BY ";
  for (const Column& key : keys)
    sql.append(&key == &keys.front() ? "" : ", ").append(key.name).append(" DESC");
  const auto statement = TRY(connection_.statement(sql + " LIMIT 1"));
  return TRY(statement->step()) ? row_of(*statement, keys) : store::Row();
}

Result<std::int64_t> SqlTableRows::count(const Table& table) const {
  return connection_.number_or_zero("SELECT count(*) FROM " + std::string(table.name));
}

Result<void> SqlTableRows::add_some(const Table& table, std::span<const store::Row> rows) {
  const std::size_t columns = table.columns.size();
  std::string sql = "INSERT INTO " + std::string(table.name) + "(" + names_of(table.columns) + ")" +
                    std::string(connection_.dialect().own_numbers) + " VALUES ";
  for (std::size_t i = 0; i < rows.size(); ++i)
    sql += (i == 0 ? "" : ", ") + marks_of(connection_.dialect(), table.columns, i * columns + 1);
  if (table.name == "meta")
    sql += " ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  const auto statement = TRY(connection_.statement(sql));
  for (int place = 0; const store::Row& row : rows)
    for (std::size_t i = 0; i < columns; ++i)
      bind_value(*statement, ++place, table.columns[i], row[i]);
  return statement->run();
}

Result<void> SqlTableRows::add(const Table& table, std::span<const store::Row> rows) {
  for (auto left = rows; !left.empty();) {
    const auto some = left.first(std::min(left.size(), rows_a_statement));
    TRY_VOID(add_some(table, some));
    left = left.subspan(some.size());
  }
  if (table.name != "memories")
    return {};
  std::vector<Key> keys;
  for (const store::Row& row : rows) keys.push_back(std::get<std::int64_t>(row.front()));
  return add_made(keys);
}

}  // namespace aim::store::sql
