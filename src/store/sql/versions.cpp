#include "store/sql/versions.h"

#include "store/sql/memories.h"
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

// A statement over versions `which`, whose rows version_in() reads.
std::string rows_of(const Connection& connection, std::string_view which) {
  std::string values;
  for (const Column& column : memory_columns()) {
    const std::string text = "s ->> '" + std::string(column.name) + "'";
    if (column.form == Column::Form::text)
      values += ", " + text;
    else
      values += ", CAST(" + text +
                (column.form == Column::Form::real ? " AS double precision)" : " AS bigint)");
  }
  return "SELECT number, until, change, id, s ->> 'namespace', CAST(s ->> 'deadline' AS bigint)" +
         values + " FROM (SELECT number, until, change, id, " + connection.dialect().json("state") +
         " AS s FROM versions " + std::string(which) + ") v ORDER BY number";
}

Version version_in(const Row& row) {
  Version version{row.integer(0), time_in(row, 1), row.string(2), memory_of(row, 6)};
  version.memory.id = row.string(3);
  version.memory.name_space = row.string(4);
  version.memory.deadline = row.integer(5) != 0;
  return version;
}

// The first version of a memory that ended after ?1; more may be asked of it.
constexpr std::string_view first_after =
    "WHERE until > ?1 AND NOT EXISTS (SELECT 1 FROM versions earlier WHERE earlier.id = "
    "versions.id "
    "AND earlier.until > ?1 AND earlier.number < versions.number)";

}  // namespace

bool is_new_version(const Memory& old, const Memory& fresh) {
  return old.title != fresh.title || old.content != fresh.content ||
         old.name_space != fresh.name_space || old.tags != fresh.tags || old.tier != fresh.tier ||
         old.priority != fresh.priority || old.confidence != fresh.confidence ||
         old.source != fresh.source || old.metadata != fresh.metadata || old.kind != fresh.kind ||
         old.deadline != fresh.deadline || (fresh.deadline && old.expires_at != fresh.expires_at);
}

Result<void> add_version(Connection& connection, const Memory& old, std::string_view change,
                         Time until) {
  return connection.run("INSERT INTO versions(until, change, id, state) VALUES (?1, ?2, ?3, ?4)",
                        nanoseconds(until), change, old.id, TRY(state_of(connection, old)));
}

Result<std::optional<Version>> version_ended(Connection& connection, std::string_view id, Time at) {
  const auto statement =
      TRY(connection.statement(rows_of(connection,
                                       "WHERE number = (SELECT max(number) FROM versions WHERE id "
                                       "= ?1 AND change <> 'restore' AND until = ?2)")));
  statement->bind(id, nanoseconds(at));
  if (!TRY(statement->step()))
    return std::optional<Version>();
  return std::optional(version_in(*statement));
}

Result<void> SqlMemories::note_return(const Memory& memory, Time now) {
  return add_version(connection_, memory, "restore", now);
}

Result<std::vector<Version>> SqlMemories::versions_of(std::string_view id,
                                                      std::int64_t limit) const {
  const auto statement = TRY(
      connection_.statement(rows_of(connection_,
                                    "WHERE number IN (SELECT number FROM versions WHERE id = ?1 "
                                    "AND change <> 'restore' ORDER BY number DESC LIMIT ?2)") +
                            " DESC"));
  statement->bind(id, limit);
  std::vector<Version> versions;
  while (TRY(statement->step())) versions.push_back(version_in(*statement));
  return versions;
}

Result<void> SqlMemories::each_version_at(
    Time time, const std::function<Result<void>(const Version&)>& take) const {
  const auto statement = TRY(connection_.statement(rows_of(connection_, first_after)));
  statement->bind(nanoseconds(time));
  while (TRY(statement->step())) TRY_VOID(take(version_in(*statement)));
  return {};
}

Result<std::optional<Version>> SqlMemories::version_at(std::string_view id, Time time) const {
  const auto statement = TRY(connection_.statement(
      rows_of(connection_,
              "WHERE number = (SELECT min(number) FROM versions WHERE id = ?1 AND until > ?2)")));
  statement->bind(id, nanoseconds(time));
  if (!TRY(statement->step()))
    return std::optional<Version>();
  return std::optional(version_in(*statement));
}

Result<std::int64_t> SqlMemories::last_version_beyond(const VersionLimits& limits) const {
  const auto last = TRY(connection_.number(
      "SELECT max(number) FROM (SELECT number, until, sum(" +
          connection_.dialect().bytes_of("state") +
          ") OVER (ORDER BY number DESC) AS bytes FROM versions) v WHERE until < ?1 OR bytes > ?2",
      nanoseconds(limits.before), limits.max_bytes));
  return last.value_or(0);
}

Result<void> SqlMemories::prune_versions(std::int64_t last) {
  return connection_.run("DELETE FROM versions WHERE number <= ?1", last);
}

Result<std::vector<std::string>> SqlMemories::versioned_ids_with_prefix(std::string_view prefix,
                                                                        std::size_t limit) const {
  const auto statement = TRY(connection_.statement(
      "SELECT DISTINCT id FROM versions WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT ?3"));
  const std::string end = std::string(prefix) + "\x7f";
  statement->bind(prefix, end, static_cast<std::int64_t>(limit));
  return strings(*statement);
}

Result<std::int64_t> SqlMemories::erase_versions(std::string_view id) {
  const auto gone =
      TRY(connection_.number("SELECT count(*) FROM versions WHERE id = ?1", id)).value_or(0);
  TRY_VOID(connection_.run("DELETE FROM versions WHERE id = ?1", id));
  return gone;
}

}  // namespace aim::store::sql
