#include "store/sql/tables/undo.h"

#include "store/rows.h"
#include "store/sql/rows.h"

namespace aim::store::sql {
namespace {

// A memory as JSON, which the database writes and reads: it need not be asked for by any of its
// parts.
Result<std::string> state_of(Connection& connection, const Memory& memory) {
  const auto statement = TRY(connection.statement(
      "SELECT CAST(" + std::string(connection.dialect().json_object) +
      "('tier', ?1, 'priority', ?2, 'reinforcement', ?3, 'confidence', ?4, "
      "'source', ?5, 'access_count', ?6, 'created_at', ?7, 'updated_at', ?8, 'last_accessed_at', "
      "?9, 'expires_at', ?10, 'given_times', ?11, 'namespace', ?12, 'title', ?13, 'tags', ?14, "
      "'metadata', ?15, 'content', ?16, 'kind', ?17, 'reflection_depth', ?18, 'deadline', ?19) AS "
      "text)"));
  const std::string tags = tags_to_json(memory.tags);
  const auto given = given_times(memory);
  statement->bind(static_cast<std::int64_t>(memory.tier), memory.priority, memory.reinforcement,
                  memory.confidence, memory.source, memory.access_count,
                  memory.created_at.nanoseconds(), memory.updated_at.nanoseconds(),
                  nanoseconds(memory.last_accessed_at), nanoseconds(memory.expires_at), given,
                  memory.name_space, memory.title, tags, memory.metadata, memory.content,
                  static_cast<std::int64_t>(memory.kind), memory.reflection_depth,
                  static_cast<std::int64_t>(memory.deadline));
  TRY(statement->step());
  return statement->string(0);
}

Result<Memory> memory_of(Connection& connection, std::int64_t number) {
  const auto row = TRY(connection.statement(
      "SELECT CAST(s ->> 'tier' AS bigint), CAST(s ->> 'priority' AS bigint), CAST(s ->> "
      "'reinforcement' AS bigint), CAST(s ->> 'confidence' AS double precision), s ->> "
      "'source', CAST(s ->> 'access_count' AS bigint), CAST(s ->> 'created_at' AS bigint), "
      "CAST(s ->> 'updated_at' AS bigint), CAST(s ->> 'last_accessed_at' AS bigint), "
      "CAST(s ->> 'expires_at' AS bigint), s ->> 'given_times', s ->> 'namespace', s ->> "
      "'title', s ->> 'tags', s ->> 'metadata', s ->> 'content', CAST(s ->> 'kind' AS "
      "bigint), CAST(s ->> 'reflection_depth' AS bigint), CAST(s ->> 'deadline' AS "
      "bigint), id FROM (SELECT id, " +
      connection.dialect().json("state") + " AS s FROM undo WHERE number = ?1) u"));
  row->bind(number);
  TRY(row->step());
  Memory memory;
  memory.tier = static_cast<Tier>(row->integer(0));
  memory.priority = row->integer(1);
  memory.reinforcement = row->integer(2);
  memory.confidence = row->real(3);
  memory.source = row->string(4);
  memory.access_count = row->integer(5);
  memory.created_at = timestamp_in(*row, 6);
  memory.updated_at = timestamp_in(*row, 7);
  memory.last_accessed_at = maybe_timestamp_in(*row, 8);
  memory.expires_at = maybe_timestamp_in(*row, 9);
  memory.name_space = row->string(11);
  memory.title = row->string(12);
  memory.tags = tags_from_json(row->text(13));
  memory.metadata = row->string(14);
  memory.content = row->string(15);
  memory.kind = static_cast<MemoryKind>(row->integer(16));
  memory.reflection_depth = row->integer(17);
  memory.deadline = row->integer(18) != 0;
  memory.id = row->string(19);
  if (!row->is_null(10))
    restore_given_times(memory, row->text(10));
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

Result<std::optional<UndoStep>> last_undo(Connection& connection, std::string_view id, Time since) {
  UndoStep step;
  bool has_state = false;
  {
    const auto statement = TRY(connection.statement(
        "SELECT number, at, action, id, sources, state IS NOT NULL FROM undo "
        "WHERE at >= ?1 AND (?2 = '' OR id = ?2) ORDER BY number DESC LIMIT 1"));
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
  step.links = TRY(links_of_step(connection, step.number));
  if (has_state)
    step.before = TRY(memory_of(connection, step.number));
  return std::optional(std::move(step));
}

Result<bool> any_undo_before(Connection& connection, Time time) {
  // Steps are added in the order of time.
  const auto first = TRY(connection.number("SELECT at FROM undo ORDER BY number LIMIT 1"));
  return first && *first < nanoseconds(time);
}

Result<void> add_undo(Connection& connection, const UndoStep& step) {
  std::optional<std::string> state;
  if (step.before)
    state = TRY(state_of(connection, *step.before));
  return connection.run(
      "INSERT INTO undo(at, action, id, sources, links, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      nanoseconds(step.at), step.action, step.id, tags_to_json(step.sources),
      links_to_json(step.links), state);
}

Result<void> remove_undo(Connection& connection, std::int64_t number) {
  return connection.run("DELETE FROM undo WHERE number = ?1", number);
}

Result<void> prune_undo(Connection& connection, Time before) {
  // They stand in the order of their times: only those that go are looked at, and one more; and
  // those from when the clock was ahead, which stay until it has come there.
  constexpr std::int64_t hour = 3'600'000'000'000;
  return connection.run(
      "DELETE FROM undo WHERE at < ?1 AND number < coalesce((SELECT number FROM undo "
      "WHERE at BETWEEN ?1 AND ?2 ORDER BY number LIMIT 1), 9223372036854775807)",
      nanoseconds(before), nanoseconds(before) + hour);
}

}  // namespace aim::store::sql
