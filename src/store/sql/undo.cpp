#include "store/sql/memories.h"
#include "store/sql/memory_row.h"
#include "store/sql/rows.h"

namespace aim::store::sql {
namespace {

// The state that a step keeps is JSON, which the database writes and reads: columns of a memory,
// its namespace and whether it has a deadline.
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

Result<Memory> state_in(Connection& connection, std::int64_t number) {
  std::string values;
  for (const Column& column : memory_columns()) {
    const std::string text = "s ->> '" + std::string(column.name) + "'";
    if (column.form == Column::Form::text)
      values += ", " + text;
    else
      values += ", CAST(" + text +
                (column.form == Column::Form::real ? " AS double precision)" : " AS bigint)");
  }
  const auto row =
      TRY(connection.statement("SELECT id, s ->> 'namespace', CAST(s ->> 'deadline' AS bigint)" +
                               values + " FROM (SELECT id, " + connection.dialect().json("state") +
                               " AS s FROM undo WHERE number = ?1) u"));
  row->bind(number);
  TRY(row->step());
  Memory memory = memory_of(*row, 3);
  memory.id = row->string(0);
  memory.name_space = row->string(1);
  memory.deadline = row->integer(2) != 0;
  return memory;
}

// Links as a JSON array of texts, five a link.
std::string links_to_json(const std::vector<Link>& links) {
  std::vector<std::string> parts;
  for (const Link& link : links)
    parts.insert(parts.end(), {link.source_id, link.target_id, link.relation,
                               std::to_string(link.created_at.nanoseconds()),
                               std::to_string(link.valid_from.nanoseconds())});
  return tags_to_json(parts);
}

Timestamp time_of(const std::string& nanoseconds) {
  return at(time_from_nanoseconds(std::strtoll(nanoseconds.c_str(), nullptr, 10)));
}

// Times were numbers in some databases: cast to texts, both are alike.
Result<std::vector<Link>> links_of_step(Connection& connection, std::int64_t number) {
  const auto items = TRY(connection.statement(
      "SELECT CAST(item.value AS text) FROM undo u CROSS JOIN " +
      connection.dialect().items("u.links") + " WHERE u.number = ?1 ORDER BY item.key"));
  items->bind(number);
  const auto parts = TRY(strings(*items));
  std::vector<Link> links;
  for (std::size_t i = 0; i + 5 <= parts.size(); i += 5) {
    Link& link = links.emplace_back();
    link.source_id = parts[i];
    link.target_id = parts[i + 1];
    link.relation = parts[i + 2];
    link.created_at = time_of(parts[i + 3]);
    link.valid_from = time_of(parts[i + 4]);
  }
  return links;
}

}  // namespace

Result<std::optional<UndoStep>> SqlMemories::last_undo(std::string_view id, Time since) const {
  UndoStep step;
  bool has_state = false;
  {
    const auto statement = TRY(
        connection_.statement("SELECT number, at, action, id, sources, state IS NOT NULL FROM undo "
                              "WHERE at >= ?1 AND (?2 = '' OR id = ?2 OR (length(?2) >= 4 AND "
                              "substr(id, 1, length(?2)) = "
                              "?2)) ORDER BY number DESC LIMIT 1"));
    statement->bind(nanoseconds(since), id);
    if (!TRY(statement->step()))
      return std::optional<UndoStep>();
    step.number = statement->integer(0);
    step.at = time_in(*statement, 1);
    step.action = statement->string(2);
    step.id = statement->string(3);
    step.sources = tags_from_json(statement->text(4));
    has_state = statement->integer(5) != 0;
  }
  step.links = TRY(links_of_step(connection_, step.number));
  if (has_state)
    step.before = TRY(state_in(connection_, step.number));
  return std::optional(std::move(step));
}

Result<bool> SqlMemories::any_undo_before(Time time) const {
  // Steps are added in the order of time.
  const auto first = TRY(connection_.number("SELECT at FROM undo ORDER BY number LIMIT 1"));
  return first && *first < nanoseconds(time);
}

Result<void> SqlMemories::add_undo(const UndoStep& step) {
  std::optional<std::string> state;
  if (step.before)
    state = TRY(state_of(connection_, *step.before));
  return connection_.run(
      "INSERT INTO undo(at, action, id, sources, links, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      nanoseconds(step.at), step.action, step.id, tags_to_json(step.sources),
      links_to_json(step.links), state);
}

Result<void> SqlMemories::remove_undo(std::int64_t number) {
  return connection_.run("DELETE FROM undo WHERE number = ?1", number);
}

Result<void> SqlMemories::prune_undo(Time before) {
  // They stand in the order of their times: only those that go are looked at, and one more; and
  // those from when the clock was ahead, which stay until it has come there.
  constexpr std::int64_t hour = 3'600'000'000'000;
  return connection_.run(
      "DELETE FROM undo WHERE at < ?1 AND number < coalesce((SELECT number FROM undo "
      "WHERE at BETWEEN ?1 AND ?2 ORDER BY number LIMIT 1), 9223372036854775807)",
      nanoseconds(before), nanoseconds(before) + hour);
}

}  // namespace aim::store::sql
