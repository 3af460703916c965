// Statements over the rows of a table as they are (store/table_rows.h).
// Knows: tables and columns. Must not know: what is in them, which database it is.
#pragma once
#include <string>

#include "store/sql/connection.h"
#include "store/table_rows.h"

namespace aim::store::sql {

// "a, b, c"
std::string names_of(std::span<const Column> columns);
// "?4, ?5, ?6"
std::string marks(std::size_t from, std::size_t count);

// NULL has a type of its own in some backends: that of its column.
void bind_value(Statement& statement, int index, const Column& column, const Value& value);

// As TableRows::after() and TableRows::last_key().
Result<std::vector<store::Row>> rows_after(Connection& connection, const Table& table,
                                           std::span<const Value> key, std::int64_t limit);
Result<store::Row> last_key_of(Connection& connection, const Table& table);

}  // namespace aim::store::sql
