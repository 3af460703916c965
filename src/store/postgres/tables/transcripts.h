// Transcripts, their turns, and which memories came from them (I2). Texts of turns are kept once,
// each compressed by itself. Every function runs inside the caller's read() or write(); those that
// change rows need write().
// Knows: rows. Must not know: what a walk over reflections is, how long a transcript lives.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "memory/transcript.h"
#include "store/postgres/core/connection.h"
#include "store/transcripts.h"

namespace aim::store::postgres {

Result<void> measure(Connection& connection, Transcript& transcript);

Result<std::optional<Transcript>> find_transcript(Connection& connection, std::string_view id);
Result<std::vector<std::string>> transcript_ids_with_prefix(Connection& connection,
                                                            std::string_view prefix,
                                                            std::size_t limit);
Result<std::vector<Transcript>> transcripts_of_session(Connection& connection,
                                                       std::string_view session_id);

Result<std::vector<Transcript>> list_transcripts(Connection& connection,
                                                 const TranscriptFilter& filter, std::int64_t limit,
                                                 std::int64_t offset);
Result<void> each_transcript(Connection& connection,
                             const std::function<Result<void>(const Transcript&)>& take);

Result<void> insert_transcript(Connection& connection, Transcript& transcript);
Result<void> set_transcript_expiry(Connection& connection, std::int64_t number,
                                   std::optional<Time> expires_at);
Result<void> erase_transcript(Connection& connection, const Transcript& transcript, Time now);

Result<std::optional<TurnRow>> find_turn(Connection& connection, std::int64_t transcript,
                                         std::int64_t turn);
Result<std::int64_t> last_turn(Connection& connection, std::int64_t transcript);
// Its text is kept in the same transaction; the transcript's row is brought up to date, and
// `transcript` with it.
Result<void> add_turn(Connection& connection, Transcript& transcript, const Turn& turn);
Result<bool> is_text(Connection& connection, std::int64_t number, std::string_view text);
// Errors: database_error for a text that is missing or damaged.
Result<std::string> text_of(Connection& connection, std::int64_t number);
Result<std::vector<TurnRow>> turns_of(Connection& connection, std::int64_t transcript,
                                      std::int64_t from, std::int64_t limit);
Result<LaterTurns> turns_after(Connection& connection, std::int64_t transcript, Time after);

Result<TranscriptTotals> transcript_totals(Connection& connection);

// ---- links ----

Result<void> link_transcript(Connection& connection, Key memory, std::string_view transcript,
                             const std::optional<Span>& span);
Result<bool> is_linked(Connection& connection, std::string_view memory_id,
                       std::string_view transcript);
Result<void> link_session(Connection& connection, Key memory, std::string_view session_id);
Result<void> move_transcript_links(Connection& connection, Key from, Key to);

Result<std::vector<LinkedTranscript>> linked_transcripts(Connection& connection,
                                                         std::span<const Key> memories);
Result<void> each_transcript_link(Connection& connection,
                                  const std::function<Result<void>(const TranscriptLink&)>& take);
Result<std::optional<Time>> last_remembered(Connection& connection, std::string_view transcript);

Result<std::optional<Time>> pruned_at(Connection& connection, std::string_view id);

}  // namespace aim::store::postgres
