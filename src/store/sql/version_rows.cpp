#include "store/sql/version_rows.h"

#include "store/sql/memory_row.h"
#include "store/sql/rows.h"

namespace aim::store::sql {
namespace {

// A state is JSON, which the database writes and reads: columns of a memory, its namespace and
// whether it has a deadline.
Result<std::string> state_of(Connection& connection, const Memory& memory) {
  std::string members;
  for (int place = 3; const Column& column : memory_columns())
    members += ", '" + std::string(column.name) + "', ?" + std::to_string(place++);
  const auto statement =
      TRY(connection.statement("SELECT CAST(" + std::string(connection.dialect().json_object) +
                               "('namespace', ?1, 'deadline', ?2" + members + ") AS text)"));
  statement->bind(memory.name_space, static_cast<std::int64_t>(memory.deadline));
  const MemoryValues values(memory);
  values.bind_all(*statement, 3);
  TRY(statement->step());
  return statement->string(0);
}

}  // namespace

Result<void> add_version(Connection& connection, const Version& version) {
  return connection.run(
      "INSERT INTO versions(until, change, id, version, state, made_by) VALUES (?1, ?2, ?3, ?4, "
      "?5, "
      "?6)",
      nanoseconds(version.until), version.change, version.memory.id, version.version,
      TRY(state_of(connection, version.memory)), text_of(&version.by));
}

Result<void> add_version(Connection& connection, const Memory& old, std::string_view change,
                         Time until, const Author* by) {
  return connection.run(
      "INSERT INTO versions(until, change, id, version, state, made_by) VALUES (?1, ?2, ?3, 1 + "
      "coalesce((SELECT "
      "version FROM versions WHERE id = ?3 ORDER BY number DESC LIMIT 1), 0), ?4, ?5)",
      nanoseconds(until), change, old.id, TRY(state_of(connection, old)), text_of(by));
}

std::optional<std::string> text_of(const Author* by) {
  if (!by || *by == Author())
    return std::nullopt;
  return tags_to_json({by->agent, by->token, by->door, by->operation});
}

Author author_in(const Row& row, int column) {
  Author by;
  if (row.is_null(column))
    return by;
  auto parts = tags_from_json(row.text(column));
  parts.resize(4);
  return {std::move(parts[0]), std::move(parts[1]), std::move(parts[2]), std::move(parts[3])};
}

Result<std::optional<Version>> version_ended(Connection& connection, std::string_view id, Time at) {
  const auto statement = TRY(connection.statement(
      version_rows(connection,
                   "WHERE number = (SELECT max(number) FROM versions WHERE id "
                   "= ?1 AND change NOT IN ('restore', 'cut') AND until = ?2)")));
  statement->bind(id, nanoseconds(at));
  if (!TRY(statement->step()))
    return std::optional<Version>();
  return std::optional(version_in(*statement));
}

std::string version_rows(const Connection& connection, std::string_view which,
                         std::string_view order) {
  std::string values;
  for (const Column& column : memory_columns()) {
    const std::string text = "s ->> '" + std::string(column.name) + "'";
    if (column.form == Column::Form::text)
      values += ", " + text;
    else
      values += ", CAST(" + text +
                (column.form == Column::Form::real ? " AS double precision)" : " AS bigint)");
  }
  return "SELECT version, until, change, id, made_by, s ->> 'namespace', CAST(s ->> 'deadline' AS "
         "bigint)" +
         values + " FROM (SELECT number, version, until, change, id, made_by, " +
         connection.dialect().json("state") + " AS s FROM versions " + std::string(which) +
         ") v ORDER BY " + std::string(order);
}

Version version_in(const Row& row) {
  Version version{row.integer(0), time_in(row, 1), row.string(2), memory_of(row, 7),
                  author_in(row, 4)};
  version.memory.id = row.string(3);
  version.memory.name_space = row.string(5);
  version.memory.deadline = row.integer(6) != 0;
  return version;
}

}  // namespace aim::store::sql
