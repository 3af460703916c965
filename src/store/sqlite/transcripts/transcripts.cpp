#include "store/sqlite/transcripts/transcripts.h"

#include "store/rows.h"
#include "store/sql/where.h"
#include "store/sqlite/tables/namespaces.h"

namespace aim::store::sqlite {
namespace {

constexpr std::string_view columns =
    "t.number, t.id, n.name, t.session, t.created_at, t.updated_at, t.expires_at, t.turns, t.bytes";
constexpr std::string_view tables =
    " FROM transcripts t JOIN namespaces n ON n.number = t.namespace ";

std::string select_transcripts(std::string_view rest) {
  return std::string("SELECT ").append(columns).append(tables).append(rest);
}

// From `first`, the columns above.
Transcript transcript_of(const Statement& row, int first = 0) {
  Transcript transcript;
  transcript.number = row.integer(first);
  transcript.id = row.string(first + 1);
  transcript.name_space = row.string(first + 2);
  transcript.session_id = row.string(first + 3);
  transcript.created_at = time_from_nanoseconds(row.integer(first + 4));
  transcript.updated_at = time_from_nanoseconds(row.integer(first + 5));
  if (const auto expires = row.maybe_integer(first + 6))
    transcript.expires_at = time_from_nanoseconds(*expires);
  transcript.turns = row.integer(first + 7);
  transcript.original_bytes = row.integer(first + 8);
  return transcript;
}

Result<std::vector<Transcript>> all_of(Statement& statement) {
  std::vector<Transcript> found;
  while (TRY(statement.step())) found.push_back(transcript_of(statement));
  return found;
}

TurnRow turn_of(const Statement& row) {
  TurnRow found;
  found.turn.number = row.integer(0);
  found.turn.role = static_cast<Role>(row.integer(1));
  found.turn.said_at = time_from_nanoseconds(row.integer(2));
  found.text = row.integer(3);
  found.bytes = row.integer(4);
  return found;
}
constexpr std::string_view select_turns =
    "SELECT u.turn, u.role, u.said_at, u.text, x.bytes FROM turns u JOIN turn_texts x ON x.number "
    "= "
    "u.text ";

std::optional<Span> span_of(const Statement& row, int first) {
  if (row.is_null(first))
    return std::nullopt;
  return Span{row.integer(first), row.integer(first + 1)};
}

}  // namespace

Result<std::optional<Transcript>> find_transcript(Connection& connection, std::string_view id) {
  auto statement = TRY(connection.prepare(select_transcripts("WHERE t.id = ?1")));
  statement.bind(id);
  if (!TRY(statement.step()))
    return std::optional<Transcript>();
  return std::optional(transcript_of(statement));
}

Result<std::vector<std::string>> transcript_ids_with_prefix(Connection& connection,
                                                            std::string_view prefix,
                                                            std::size_t limit) {
  auto statement =
      TRY(connection.prepare("SELECT id FROM transcripts WHERE id >= ?1 AND id < ?1 || "
                             "char(1114111) ORDER BY id LIMIT ?2"));
  statement.bind(prefix, static_cast<std::int64_t>(limit));
  std::vector<std::string> ids;
  while (TRY(statement.step())) ids.push_back(statement.string(0));
  return ids;
}

Result<std::vector<Transcript>> transcripts_of_session(Connection& connection,
                                                       std::string_view session_id) {
  auto statement = TRY(connection.prepare(
      select_transcripts("WHERE t.session = ?1 ORDER BY t.updated_at DESC, t.id")));
  statement.bind(session_id);
  return all_of(statement);
}

Result<std::vector<Transcript>> list_transcripts(Connection& connection,
                                                 const TranscriptFilter& filter, std::int64_t limit,
                                                 std::int64_t offset) {
  sql::Where where;
  if (!filter.name_space.empty()) {
    std::string numbers;
    for (const NamespaceRow& each : TRY(name_spaces_matching(connection, filter.name_space)))
      numbers.append(numbers.empty() ? "" : ",").append(std::to_string(each.number));
    where.add("t.namespace IN (" + numbers + ")");
  }
  if (filter.alive_at)
    where.add("(t.expires_at IS NULL OR t.expires_at > ?)", {nanoseconds(*filter.alive_at)});
  if (filter.updated_before)
    where.add("t.updated_at < ?", {nanoseconds(*filter.updated_before)});
  if (filter.expired_by)
    where.add("t.expires_at <= ?", {nanoseconds(*filter.expired_by)});
  if (!filter.session_id.empty())
    where.add("t.session = ?", {filter.session_id});
  where.append("ORDER BY t.updated_at DESC, t.id LIMIT ? OFFSET ?", {limit, offset});
  auto statement = TRY(connection.prepare(where.sql(select_transcripts({}))));
  where.bind(statement);
  return all_of(statement);
}

Result<void> each_transcript(Connection& connection,
                             const std::function<Result<void>(const Transcript&)>& take) {
  auto statement = TRY(connection.prepare(select_transcripts("ORDER BY t.id")));
  while (TRY(statement.step())) TRY_VOID(take(transcript_of(statement)));
  return {};
}

Result<void> measure(Connection& connection, Transcript& transcript) {
  transcript.stored_bytes =
      TRY(connection.number("SELECT sum(x.stored) FROM turns u JOIN turn_texts x ON x.number = "
                            "u.text WHERE u.transcript = ?1",
                            transcript.number))
          .value_or(0);
  return {};
}

Result<void> insert_transcript(Connection& connection, Transcript& transcript) {
  auto statement = TRY(connection.prepare(
      "INSERT INTO transcripts(id, namespace, session, created_at, updated_at, expires_at) VALUES "
      "(?1, ?2, ?3, ?4, ?5, ?6) RETURNING number"));
  statement.bind(transcript.id, TRY(name_space_number(connection, transcript.name_space)),
                 transcript.session_id, nanoseconds(transcript.created_at),
                 nanoseconds(transcript.updated_at), nanoseconds(transcript.expires_at));
  TRY(statement.step());
  transcript.number = statement.integer(0);
  transcript.turns = transcript.original_bytes = 0;
  return statement.run();
}

Result<void> set_transcript_expiry(Connection& connection, std::int64_t number,
                                   std::optional<Time> expires_at) {
  return connection.run("UPDATE transcripts SET expires_at = ?2 WHERE number = ?1", number,
                        nanoseconds(expires_at));
}

Result<void> erase_transcript(Connection& connection, const Transcript& transcript, Time now) {
  std::vector<std::int64_t> blocks;
  {
    auto statement = TRY(connection.prepare(
        "SELECT DISTINCT x.block FROM turns u JOIN turn_texts x ON x.number = u.text WHERE "
        "u.transcript = ?1"));
    statement.bind(transcript.number);
    while (TRY(statement.step())) blocks.push_back(statement.integer(0));
  }
  TRY_VOID(connection.run("DELETE FROM transcripts WHERE number = ?1", transcript.number));
  TRY_VOID(
      connection.run("INSERT OR REPLACE INTO transcript_tombstones(id, deleted_at) VALUES (?1, ?2)",
                     transcript.id, nanoseconds(now)));
  return drop_unused_texts(connection, blocks);
}

Result<std::optional<TurnRow>> find_turn(Connection& connection, std::int64_t transcript,
                                         std::int64_t turn) {
  auto statement = TRY(
      connection.prepare(std::string(select_turns) + "WHERE u.transcript = ?1 AND u.turn = ?2"));
  statement.bind(transcript, turn);
  if (!TRY(statement.step()))
    return std::optional<TurnRow>();
  return std::optional(turn_of(statement));
}

Result<std::int64_t> last_turn(Connection& connection, std::int64_t transcript) {
  return TRY(connection.number("SELECT max(turn) FROM turns WHERE transcript = ?1", transcript))
      .value_or(0);
}

Result<void> add_turn(Connection& connection, TextWriter& texts, Transcript& transcript,
                      const Turn& turn, Time now) {
  const std::int64_t text = TRY(texts.keep(turn.text, now));
  TRY_VOID(connection.run(
      "INSERT INTO turns(transcript, turn, role, said_at, text) VALUES (?1, ?2, ?3, ?4, ?5)",
      transcript.number, turn.number, static_cast<std::int64_t>(turn.role),
      nanoseconds(turn.said_at), text));
  transcript.created_at = std::min(transcript.created_at, turn.said_at);
  transcript.updated_at = std::max(transcript.updated_at, turn.said_at);
  transcript.turns += 1;
  transcript.original_bytes += static_cast<std::int64_t>(turn.text.size());
  return connection.run(
      "UPDATE transcripts SET created_at = ?2, updated_at = ?3, turns = ?4, bytes = ?5 WHERE "
      "number = "
      "?1",
      transcript.number, nanoseconds(transcript.created_at), nanoseconds(transcript.updated_at),
      transcript.turns, transcript.original_bytes);
}

Result<std::vector<TurnRow>> turns_of(Connection& connection, std::int64_t transcript,
                                      std::int64_t from, std::int64_t limit) {
  auto statement =
      TRY(connection.prepare(std::string(select_turns) +
                             "WHERE u.transcript = ?1 AND u.turn >= ?2 ORDER BY u.turn LIMIT ?3"));
  statement.bind(transcript, from, limit);
  std::vector<TurnRow> turns;
  while (TRY(statement.step())) turns.push_back(turn_of(statement));
  return turns;
}

Result<LaterTurns> turns_after(Connection& connection, std::int64_t transcript, Time after) {
  auto statement = TRY(connection.prepare(
      "SELECT count(*), ifnull(min(turn), 0) FROM turns WHERE transcript = ?1 AND said_at > ?2"));
  statement.bind(transcript, nanoseconds(after));
  TRY(statement.step());
  return LaterTurns{statement.integer(0), statement.integer(1)};
}

Result<TranscriptTotals> transcript_totals(Connection& connection) {
  auto statement =
      TRY(connection.prepare("SELECT count(*), ifnull(sum(turns), 0), ifnull(sum(bytes), 0), "
                             "(SELECT ifnull(sum(stored), 0) "
                             "FROM turn_texts) FROM transcripts"));
  TRY(statement.step());
  return TranscriptTotals{statement.integer(0), statement.integer(1), statement.integer(2),
                          statement.integer(3)};
}

Result<void> link_transcript(Connection& connection, Key memory, std::string_view transcript,
                             const std::optional<Span>& span) {
  std::optional<std::int64_t> start, end;
  if (span) {
    start = span->start;
    end = span->end;
  }
  return connection.run(
      "INSERT OR REPLACE INTO transcript_links(memory, transcript, span_start, span_end) VALUES "
      "(?1, "
      "?2, ?3, ?4)",
      memory, transcript, start, end);
}

Result<bool> is_linked(Connection& connection, std::string_view memory_id,
                       std::string_view transcript) {
  return TRY(connection.number("SELECT 1 FROM transcript_links l JOIN memories m ON m.key = "
                               "l.memory WHERE m.id = ?1 AND l.transcript = ?2",
                               memory_id, transcript))
      .has_value();
}

Result<void> link_session(Connection& connection, Key memory, std::string_view session_id) {
  return connection.run(
      "INSERT INTO transcript_links(memory, transcript) SELECT ?1, id FROM transcripts WHERE "
      "session = ?2 ON CONFLICT DO UPDATE SET remembered_at = NULL",
      memory, session_id);
}

Result<void> move_transcript_links(Connection& connection, Key from, Key to) {
  return connection.run(
      "INSERT INTO transcript_links(memory, transcript, span_start, span_end, remembered_at) "
      "SELECT ?2, l.transcript, l.span_start, l.span_end, ifnull(l.remembered_at, m.updated_at) "
      "FROM transcript_links l JOIN memories m ON m.key = l.memory WHERE l.memory = ?1 "
      "ON CONFLICT DO UPDATE SET remembered_at = max(remembered_at, excluded.remembered_at)",
      from, to);
}

Result<std::vector<LinkedTranscript>> linked_transcripts(Connection& connection,
                                                         std::span<const Key> memories) {
  auto statement = TRY(connection.prepare(
      std::string("SELECT l.memory, l.span_start, l.span_end, ")
          .append(columns)
          .append(" FROM json_each(?1) k JOIN transcript_links l ON l.memory = k.value "
                  "JOIN transcripts t ON t.id = l.transcript JOIN namespaces n ON n.number = "
                  "t.namespace ORDER BY t.created_at, t.id")));
  const std::string keys = keys_to_json(memories);
  statement.bind(keys);
  std::vector<LinkedTranscript> found;
  while (TRY(statement.step()))
    found.push_back({statement.integer(0), span_of(statement, 1), transcript_of(statement, 3)});
  return found;
}

Result<void> each_transcript_link(Connection& connection,
                                  const std::function<Result<void>(const TranscriptLink&)>& take) {
  auto statement =
      TRY(connection.prepare("SELECT m.id, l.transcript, l.span_start, l.span_end FROM "
                             "transcript_links l JOIN memories m ON "
                             "m.key = l.memory ORDER BY m.id, l.transcript"));
  while (TRY(statement.step()))
    TRY_VOID(take({statement.string(0), statement.string(1), span_of(statement, 2)}));
  return {};
}

Result<std::optional<Time>> last_remembered(Connection& connection, std::string_view transcript) {
  const auto last =
      TRY(connection.number("SELECT max(ifnull(l.remembered_at, m.updated_at)) FROM "
                            "transcript_links l JOIN memories m ON m.key = l.memory WHERE "
                            "l.transcript = ?1",
                            transcript));
  return last ? std::optional(time_from_nanoseconds(*last)) : std::nullopt;
}

Result<std::optional<Time>> pruned_at(Connection& connection, std::string_view id) {
  const auto at =
      TRY(connection.number("SELECT deleted_at FROM transcript_tombstones WHERE id = ?1", id));
  return at ? std::optional(time_from_nanoseconds(*at)) : std::nullopt;
}

}  // namespace aim::store::sqlite
