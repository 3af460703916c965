#include "store/sqlite/tables/undo.h"

#include "store/rows.h"

namespace aim::store::sqlite {
namespace {

std::optional<std::int64_t> nanoseconds(const std::optional<Timestamp>& time) {
  if (!time)
    return std::nullopt;
  return time->nanoseconds();
}

std::optional<Timestamp> maybe_time(const Statement& row, int column) {
  if (const auto time = row.maybe_integer(column))
    return at(time_from_nanoseconds(*time));
  return std::nullopt;
}

// A memory as JSON, which SQLite writes and reads: it need not be asked for by any of its parts.
Result<std::string> state_of(Connection& connection, const Memory& memory) {
  auto statement = TRY(connection.prepare(
      "SELECT json_object('tier', ?1, 'priority', ?2, 'reinforcement', ?3, 'confidence', ?4, "
      "'source', ?5, 'access_count', ?6, 'created_at', ?7, 'updated_at', ?8, 'last_accessed_at', "
      "?9, 'expires_at', ?10, 'given_times', ?11, 'namespace', ?12, 'title', ?13, 'tags', ?14, "
      "'metadata', ?15, 'content', ?16, 'kind', ?17, 'reflection_depth', ?18, 'deadline', ?19)"));
  const std::string tags = tags_to_json(memory.tags);
  const auto given = given_times(memory);
  statement.bind(static_cast<std::int64_t>(memory.tier), memory.priority, memory.reinforcement,
                 memory.confidence, memory.source, memory.access_count,
                 memory.created_at.nanoseconds(), memory.updated_at.nanoseconds(),
                 nanoseconds(memory.last_accessed_at), nanoseconds(memory.expires_at), given,
                 memory.name_space, memory.title, tags, memory.metadata, memory.content,
                 static_cast<std::int64_t>(memory.kind), memory.reflection_depth,
                 static_cast<std::int64_t>(memory.deadline));
  TRY_VOID(statement.step());
  return statement.string(0);
}

Result<Memory> memory_of(Connection& connection, std::int64_t number) {
  auto row = TRY(connection.prepare(
      "SELECT state ->> 'tier', state ->> 'priority', state ->> 'reinforcement', "
      "state ->> 'confidence', state ->> 'source', state ->> 'access_count', "
      "state ->> 'created_at', state ->> 'updated_at', state ->> 'last_accessed_at', "
      "state ->> 'expires_at', state ->> 'given_times', state ->> 'namespace', state ->> 'title', "
      "state ->> 'tags', state ->> 'metadata', state ->> 'content', state ->> 'kind', "
      "state ->> 'reflection_depth', state ->> 'deadline', id FROM undo WHERE number = ?1"));
  row.bind(number);
  TRY_VOID(row.step());
  Memory memory;
  memory.tier = static_cast<Tier>(row.integer(0));
  memory.priority = row.integer(1);
  memory.reinforcement = row.integer(2);
  memory.confidence = row.real(3);
  memory.source = row.string(4);
  memory.access_count = row.integer(5);
  memory.created_at = at(time_from_nanoseconds(row.integer(6)));
  memory.updated_at = at(time_from_nanoseconds(row.integer(7)));
  memory.last_accessed_at = maybe_time(row, 8);
  memory.expires_at = maybe_time(row, 9);
  memory.name_space = row.string(11);
  memory.title = row.string(12);
  memory.tags = tags_from_json(row.text(13));
  memory.metadata = row.string(14);
  memory.content = row.string(15);
  memory.kind = static_cast<MemoryKind>(row.integer(16));
  memory.reflection_depth = row.integer(17);
  memory.deadline = row.integer(18) != 0;
  memory.id = row.string(19);
  if (!row.is_null(10))
    restore_given_times(memory, row.text(10));
  return memory;
}

// Links as a JSON array of texts and numbers, five a link.
Result<std::string> links_to_json(Connection& connection, const std::vector<Link>& links) {
  std::string json = "[]";
  auto statement = TRY(connection.prepare(
      "SELECT json_insert(?1, '$[#]', ?2, '$[#]', ?3, '$[#]', ?4, '$[#]', ?5, '$[#]', ?6)"));
  for (const Link& link : links) {
    const std::string so_far = json;
    statement.bind(so_far, link.source_id, link.target_id, link.relation,
                   link.created_at.nanoseconds(), link.valid_from.nanoseconds());
    TRY_VOID(statement.step());
    json = statement.string(0);
    statement.rewind();
  }
  return json;
}

Result<std::vector<Link>> links_from_json(Connection& connection, std::int64_t number) {
  auto statement = TRY(connection.prepare(
      "SELECT j.value FROM undo u JOIN json_each(u.links) j WHERE u.number = ?1 ORDER BY j.key"));
  statement.bind(number);
  std::vector<Link> links;
  for (int column = 0; TRY(statement.step()); column = (column + 1) % 5) {
    if (column == 0)
      links.emplace_back();
    Link& link = links.back();
    if (column == 0)
      link.source_id = statement.string(0);
    else if (column == 1)
      link.target_id = statement.string(0);
    else if (column == 2)
      link.relation = statement.string(0);
    else if (column == 3)
      link.created_at = at(time_from_nanoseconds(statement.integer(0)));
    else
      link.valid_from = at(time_from_nanoseconds(statement.integer(0)));
  }
  return links;
}

}  // namespace

Result<std::optional<UndoStep>> last_undo(Connection& connection, std::string_view id, Time since) {
  UndoStep step;
  bool has_state = false;
  {
    auto statement = TRY(
        connection.prepare("SELECT number, at, action, id, sources, state IS NOT NULL FROM undo "
                           "WHERE at >= ?1 AND (?2 = '' OR id = ?2) ORDER BY number DESC LIMIT 1"));
    statement.bind(since.time_since_epoch().count(), id);
    if (!TRY(statement.step()))
      return std::optional<UndoStep>();
    step.number = statement.integer(0);
    step.at = time_from_nanoseconds(statement.integer(1));
    step.action = statement.string(2);
    step.id = statement.string(3);
    step.sources = tags_from_json(statement.text(4));
    has_state = statement.integer(5) != 0;
  }
  step.links = TRY(links_from_json(connection, step.number));
  if (has_state)
    step.before = TRY(memory_of(connection, step.number));
  return std::optional(std::move(step));
}

Result<bool> any_undo_before(Connection& connection, Time time) {
  // Steps are added in the order of time.
  const auto first = TRY(connection.number("SELECT at FROM undo ORDER BY number LIMIT 1"));
  return first && *first < time.time_since_epoch().count();
}

Result<void> add_undo(Connection& connection, const UndoStep& step) {
  const std::string links = TRY(links_to_json(connection, step.links));
  std::optional<std::string> state;
  if (step.before)
    state = TRY(state_of(connection, *step.before));
  return connection.run(
      "INSERT INTO undo(at, action, id, sources, links, state) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      step.at.time_since_epoch().count(), step.action, step.id, tags_to_json(step.sources), links,
      state);
}

Result<void> remove_undo(Connection& connection, std::int64_t number) {
  return connection.run("DELETE FROM undo WHERE number = ?1", number);
}

Result<void> prune_undo(Connection& connection, Time before) {
  return connection.run("DELETE FROM undo WHERE at < ?1", before.time_since_epoch().count());
}

}  // namespace aim::store::sqlite
