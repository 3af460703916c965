#include "store/sql/transcripts.h"

#include "base/hash.h"
#include "store/sql/namespaces.h"
#include "store/sql/statement.h"
#include "store/sql/where.h"

namespace aim::store::sql {

// 128 bits tell texts apart for good.
std::string content_hash(std::string_view text) {
  constexpr std::size_t digits = 32;
  return sha256_hex(text).substr(0, digits);
}

namespace {

constexpr std::string_view columns =
    "t.number, t.id, n.name, t.session, t.created_at, t.updated_at, t.expires_at, t.turns, t.bytes";
constexpr std::string_view tables =
    " FROM transcripts t JOIN namespaces n ON n.number = t.namespace ";

std::string select_transcripts(std::string_view rest) {
  return std::string("SELECT ").append(columns).append(tables).append(rest);
}

// From `first`, the columns above.
Transcript transcript_at(const Row& row, int first) {
  Transcript transcript;
  transcript.number = row.integer(first);
  transcript.id = row.string(first + 1);
  transcript.name_space = row.string(first + 2);
  transcript.session_id = row.string(first + 3);
  transcript.created_at = time_in(row, first + 4);
  transcript.updated_at = time_in(row, first + 5);
  transcript.expires_at = maybe_time_in(row, first + 6);
  transcript.turns = row.integer(first + 7);
  transcript.original_bytes = row.integer(first + 8);
  return transcript;
}

Transcript transcript_of(const Row& row) {
  return transcript_at(row, 0);
}

TurnRow turn_of(const Row& row) {
  TurnRow found;
  found.turn.number = row.integer(0);
  found.turn.role = static_cast<Role>(row.integer(1));
  found.turn.said_at = time_in(row, 2);
  found.text = row.integer(3);
  found.bytes = row.integer(4);
  return found;
}
constexpr std::string_view select_turns =
    "SELECT u.turn, u.role, u.said_at, u.text, x.bytes FROM turns u JOIN turn_texts x ON x.number "
    "= u.text ";

std::optional<Span> span_of(const Row& row, int first) {
  if (row.is_null(first))
    return std::nullopt;
  return Span{row.integer(first), row.integer(first + 1)};
}

}  // namespace

Result<std::optional<Transcript>> SqlTranscripts::find(std::string_view id) const {
  return connection_.first(select_transcripts("WHERE t.id = ?1"), transcript_of, id);
}

Result<std::vector<std::string>> SqlTranscripts::ids_with_prefix(std::string_view prefix,
                                                                 std::size_t limit) const {
  return ids_beginning(connection_, "transcripts", prefix, limit);
}

Result<std::vector<Transcript>> SqlTranscripts::of_session(std::string_view session_id) const {
  return connection_.all(
      select_transcripts("WHERE t.session = ?1 ORDER BY t.updated_at DESC, t.id"), transcript_of,
      session_id);
}

Result<bool> SqlTranscripts::is_in_other_session(std::string_view text, std::optional<Time> said_at,
                                                 std::string_view session_id) const {
  return connection_.any(
      "SELECT 1 FROM turn_texts x JOIN turns u ON u.text = x.number JOIN transcripts t "
      "ON t.number = u.transcript WHERE x.hash = ?1 AND t.session <> ?2 AND "
      "(CAST(?3 AS bigint) IS NULL OR u.said_at = ?3) LIMIT 1",
      content_hash(text), session_id, nanoseconds(said_at));
}

Result<std::vector<Transcript>> SqlTranscripts::list(const TranscriptFilter& filter,
                                                     std::int64_t limit,
                                                     std::int64_t offset) const {
  Where where;
  if (!filter.name_space.empty()) {
    std::vector<std::int64_t> numbers;
    for (const NamespaceRow& each : TRY(name_spaces_matching(connection_, filter.name_space)))
      numbers.push_back(each.number);
    if (numbers.size() == 1)
      where.add("t.namespace = ?", {numbers.front()});
    else
      where.add("t.namespace" + connection_.dialect().in_list("?"), {std::move(numbers)});
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
  return where.all(connection_, select_transcripts({}), transcript_of);
}

Result<void> SqlTranscripts::each(
    const std::function<Result<void>(const Transcript&)>& take) const {
  const auto statement = TRY(connection_.statement(select_transcripts("ORDER BY t.id")));
  while (TRY(statement->step())) TRY_VOID(take(transcript_of(*statement)));
  return {};
}

Result<void> SqlTranscripts::measure(Transcript& transcript) const {
  transcript.stored_bytes = TRY(connection_.number_or_zero(
      "SELECT CAST(sum(" + std::string(connection_.dialect().stored_text) +
          ") AS bigint) FROM turns u JOIN turn_texts x ON x.number = "
          "u.text WHERE u.transcript = ?1",
      transcript.number));
  return {};
}

Result<void> SqlTranscripts::insert(Transcript& transcript) {
  const auto statement = TRY(connection_.statement(
      "INSERT INTO transcripts(id, namespace, session, created_at, updated_at, expires_at) VALUES "
      "(?1, ?2, ?3, ?4, ?5, ?6) RETURNING number"));
  statement->bind(transcript.id, TRY(name_space_number(connection_, transcript.name_space)),
                  transcript.session_id, nanoseconds(transcript.created_at),
                  nanoseconds(transcript.updated_at), nanoseconds(transcript.expires_at));
  TRY(statement->step());
  transcript.number = statement->integer(0);
  transcript.turns = transcript.original_bytes = 0;
  return statement->run();
}

Result<void> SqlTranscripts::set_expiry(std::int64_t number, std::optional<Time> expires_at) {
  return connection_.run("UPDATE transcripts SET expires_at = ?2 WHERE number = ?1", number,
                         nanoseconds(expires_at));
}

Result<void> SqlTranscripts::erase(const Transcript& transcript, Time now) {
  const auto texts = TRY(connection_.all("SELECT DISTINCT text FROM turns WHERE transcript = ?1",
                                         integer_of, transcript.number));
  TRY_VOID(connection_.run("DELETE FROM transcripts WHERE number = ?1", transcript.number));
  TRY_VOID(
      connection_.run("INSERT INTO transcript_tombstones(id, deleted_at) VALUES (?1, ?2) ON "
                      "CONFLICT (id) DO UPDATE SET deleted_at = excluded.deleted_at",
                      transcript.id, nanoseconds(now)));
  return drop_unused(texts);
}

Result<std::optional<TurnRow>> SqlTranscripts::find_turn(std::int64_t transcript,
                                                         std::int64_t turn) const {
  return connection_.first(std::string(select_turns) + "WHERE u.transcript = ?1 AND u.turn = ?2",
                           turn_of, transcript, turn);
}

Result<std::int64_t> SqlTranscripts::last_turn(std::int64_t transcript) const {
  return connection_.number_or_zero("SELECT max(turn) FROM turns WHERE transcript = ?1",
                                    transcript);
}

Result<void> SqlTranscripts::add_turn(Transcript& transcript, const Turn& turn, Time now) {
  const std::int64_t text = TRY(keep_text(turn.text, now));
  TRY_VOID(connection_.run(
      "INSERT INTO turns(transcript, turn, role, said_at, text) VALUES (?1, ?2, ?3, ?4, ?5)",
      transcript.number, turn.number, static_cast<std::int64_t>(turn.role),
      nanoseconds(turn.said_at), text));
  transcript.created_at = std::min(transcript.created_at, turn.said_at);
  transcript.updated_at = std::max(transcript.updated_at, turn.said_at);
  transcript.turns += 1;
  transcript.original_bytes += static_cast<std::int64_t>(turn.text.size());
  return connection_.run(
      "UPDATE transcripts SET created_at = ?2, updated_at = ?3, turns = ?4, bytes = ?5 WHERE "
      "number = ?1",
      transcript.number, nanoseconds(transcript.created_at), nanoseconds(transcript.updated_at),
      transcript.turns, transcript.original_bytes);
}

Result<void> SqlTranscripts::replace_text(const Transcript& transcript, const TurnRow& turn,
                                          std::string_view text, Time now) {
  const std::int64_t number = TRY(keep_text(text, now));
  TRY_VOID(connection_.run("UPDATE turns SET text = ?3 WHERE transcript = ?1 AND turn = ?2",
                           transcript.number, turn.turn.number, number));
  TRY_VOID(connection_.run("UPDATE transcripts SET bytes = bytes + ?2 WHERE number = ?1",
                           transcript.number, static_cast<std::int64_t>(text.size()) - turn.bytes));
  const std::array former{turn.text};
  return drop_unused(former);
}

Result<std::vector<TurnRow>> SqlTranscripts::turns(std::int64_t transcript, std::int64_t from,
                                                   std::int64_t limit) const {
  return connection_.all(std::string(select_turns) +
                             "WHERE u.transcript = ?1 AND u.turn >= ?2 ORDER BY u.turn LIMIT ?3",
                         turn_of, transcript, from, limit);
}

Result<LaterTurns> SqlTranscripts::turns_after(std::int64_t transcript, Time after) const {
  const auto statement = TRY(connection_.statement(
      "SELECT count(*), coalesce(min(t.turn), 0), CAST(coalesce(sum(x.bytes), 0) AS bigint) FROM "
      "turns t JOIN turn_texts x ON x.number = t.text WHERE t.transcript = ?1 AND t.said_at > ?2"));
  statement->bind(transcript, nanoseconds(after));
  TRY(statement->step());
  return LaterTurns{statement->integer(0), statement->integer(1), statement->integer(2)};
}

Result<TranscriptTotals> SqlTranscripts::totals() const {
  const auto statement = TRY(connection_.statement(
      "SELECT count(*), CAST(coalesce(sum(turns), 0) AS bigint), CAST(coalesce(sum(bytes), 0) AS "
      "bigint), (SELECT CAST(coalesce(sum(" +
      std::string(connection_.dialect().stored_text) +
      "), 0) AS bigint) FROM turn_texts x) FROM transcripts"));
  TRY(statement->step());
  return TranscriptTotals{statement->integer(0), statement->integer(1), statement->integer(2),
                          statement->integer(3)};
}

Result<void> SqlTranscripts::link(Key memory, std::string_view transcript,
                                  const std::optional<Span>& span) {
  std::optional<std::int64_t> start, end;
  if (span) {
    start = span->start;
    end = span->end;
  }
  return connection_.run(
      "INSERT INTO transcript_links(memory, transcript, span_start, span_end) VALUES "
      "(?1, ?2, ?3, ?4) ON CONFLICT (memory, transcript) DO UPDATE SET span_start = "
      "excluded.span_start, span_end = excluded.span_end, remembered_at = NULL",
      memory, transcript, start, end);
}

Result<bool> SqlTranscripts::is_linked(std::string_view memory_id,
                                       std::string_view transcript) const {
  return connection_.any(
      "SELECT 1 FROM transcript_links l JOIN memories m ON m.key = "
      "l.memory WHERE m.id = ?1 AND l.transcript = ?2",
      memory_id, transcript);
}

Result<void> SqlTranscripts::link_session(Key memory, std::string_view session_id) {
  return connection_.run(
      "INSERT INTO transcript_links(memory, transcript) SELECT ?1, id FROM transcripts WHERE "
      "session = ?2 ON CONFLICT (memory, transcript) DO UPDATE SET remembered_at = NULL",
      memory, session_id);
}

Result<void> SqlTranscripts::move_links(Key from, Key to) {
  return connection_.run(
      "INSERT INTO transcript_links(memory, transcript, span_start, span_end, remembered_at) "
      "SELECT ?2, l.transcript, l.span_start, l.span_end, coalesce(l.remembered_at, m.updated_at) "
      "FROM transcript_links l JOIN memories m ON m.key = l.memory WHERE l.memory = ?1 "
      "ON CONFLICT (memory, transcript) DO UPDATE SET remembered_at = CASE WHEN "
      "transcript_links.remembered_at IS NULL THEN NULL ELSE " +
          std::string(connection_.dialect().greatest) +
          "(transcript_links.remembered_at, excluded.remembered_at) END",
      from, to);
}

Result<std::vector<LinkedTranscript>> SqlTranscripts::linked(std::span<const Key> memories) const {
  return connection_.all(
      std::string("SELECT l.memory, l.span_start, l.span_end, ")
          .append(columns)
          .append(" FROM transcript_links l JOIN transcripts t ON t.id = l.transcript JOIN "
                  "namespaces n ON n.number = t.namespace WHERE l.memory")
          .append(connection_.dialect().in_list("?1"))
          .append(" ORDER BY t.created_at, t.id"),
      [](const Row& row) {
        return LinkedTranscript{row.integer(0), span_of(row, 1), transcript_at(row, 3)};
      },
      memories);
}

Result<void> SqlTranscripts::each_link(
    const std::function<Result<void>(const TranscriptLink&)>& take) const {
  const auto statement =
      TRY(connection_.statement("SELECT m.id, l.transcript, l.span_start, l.span_end FROM "
                                "transcript_links l JOIN memories m ON "
                                "m.key = l.memory ORDER BY m.id, l.transcript"));
  while (TRY(statement->step()))
    TRY_VOID(take({statement->string(0), statement->string(1), span_of(*statement, 2)}));
  return {};
}

Result<std::optional<Time>> SqlTranscripts::last_remembered(std::string_view transcript) const {
  const auto last =
      TRY(connection_.number("SELECT max(coalesce(l.remembered_at, m.updated_at)) FROM "
                             "transcript_links l JOIN memories m ON m.key = l.memory WHERE "
                             "l.transcript = ?1",
                             transcript));
  return last ? std::optional(time_from_nanoseconds(*last)) : std::nullopt;
}

Result<std::optional<Time>> SqlTranscripts::pruned_at(std::string_view id) const {
  const auto at =
      TRY(connection_.number("SELECT deleted_at FROM transcript_tombstones WHERE id = ?1", id));
  return at ? std::optional(time_from_nanoseconds(*at)) : std::nullopt;
}

Result<bool> SqlTranscripts::is_text(std::int64_t number, std::string_view text) const {
  return connection_.any("SELECT 1 FROM turn_texts WHERE number = ?1 AND hash = ?2", number,
                         content_hash(text));
}

Result<std::int64_t> SqlTranscripts::keep_text(std::string_view text, Time now) {
  const std::string hash = content_hash(text);
  if (const auto known =
          TRY(connection_.number("SELECT number FROM turn_texts WHERE hash = ?1", hash)))
    return *known;
  return add_text(hash, text, now);
}

}  // namespace aim::store::sql
