// Transcripts, their turns, and which memories came from them (I2). Texts are in turn_texts.h.
// Every function runs inside the caller's read() or write(); those that change rows need write().
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
#include "store/sqlite/turn_texts.h"

namespace aim::store {

// What is read here has no stored_bytes: that takes a look at every turn.
Result<void> measure(Connection& connection, Transcript& transcript);

Result<std::optional<Transcript>> find_transcript(Connection& connection, std::string_view id);
// Ids that begin so, in order, at most `limit`.
Result<std::vector<std::string>> transcript_ids_with_prefix(Connection& connection,
                                                            std::string_view prefix,
                                                            std::size_t limit);
// Of one session, in whatever namespaces; the one that was added to last comes first.
Result<std::vector<Transcript>> transcripts_of_session(Connection& connection,
                                                       std::string_view session_id);

struct TranscriptFilter {
  std::string name_space;        // as name_spaces_matching() takes it
  std::optional<Time> alive_at;  // those that have expired are hidden
  std::optional<Time> updated_before, expired_by;
};
// The one that was added to last comes first.
Result<std::vector<Transcript>> list_transcripts(Connection& connection,
                                                 const TranscriptFilter& filter, std::int64_t limit,
                                                 std::int64_t offset);
// Every one, by id.
Result<void> each_transcript(Connection& connection,
                             const std::function<Result<void>(const Transcript&)>& take);

// Its number is given; its turns and bytes are 0.
Result<void> insert_transcript(Connection& connection, Transcript& transcript);
Result<void> set_transcript_expiry(Connection& connection, std::int64_t number,
                                   std::optional<Time> expires_at);
// With its turns and the texts that nobody else uses. Links of memories stay: they dangle, as a sync may bring it back.
Result<void> erase_transcript(Connection& connection, const Transcript& transcript, Time now);

struct TurnRow {
  Turn turn;  // without its text
  std::int64_t text = 0, bytes = 0;
};
Result<std::optional<TurnRow>> find_turn(Connection& connection, std::int64_t transcript,
                                         std::int64_t turn);
Result<std::int64_t> last_turn(Connection& connection, std::int64_t transcript);
// Its text is kept in the same transaction; the transcript's row is brought up to date, and `transcript` with it.
Result<void> add_turn(Connection& connection, TextWriter& texts, Transcript& transcript,
                      const Turn& turn, Time now);
// In order, from turn number `from` on.
Result<std::vector<TurnRow>> turns_of(Connection& connection, std::int64_t transcript,
                                      std::int64_t from, std::int64_t limit);
// Turns that were said later than a time.
struct LaterTurns {
  std::int64_t count = 0, first = 0;  // the number of the first of them
};
Result<LaterTurns> turns_after(Connection& connection, std::int64_t transcript, Time after);

Result<TranscriptTotals> transcript_totals(Connection& connection);

// ---- links ----

// A link that is there gets the span of this one.
Result<void> link_transcript(Connection& connection, Key memory, std::string_view transcript,
                             const std::optional<Span>& span);
Result<bool> is_linked(Connection& connection, std::string_view memory_id,
                       std::string_view transcript);
// Links the memory with the transcripts of a session, as far as there are any.
Result<void> link_session(Connection& connection, Key memory, std::string_view session_id);

struct LinkedTranscript {
  Key memory = 0;
  std::optional<Span> span;
  Transcript transcript;
};
// Of these memories; links to transcripts that are gone are left out. By created_at, then id, of the transcript.
Result<std::vector<LinkedTranscript>> linked_transcripts(Connection& connection,
                                                         std::span<const Key> memories);
Result<void> each_transcript_link(Connection& connection,
                                  const std::function<Result<void>(const TranscriptLink&)>& take);
// When a memory that came from it was last changed; nothing when none did.
Result<std::optional<Time>> last_remembered(Connection& connection, std::string_view transcript);

// When it was pruned here; nothing when it never was.
Result<std::optional<Time>> pruned_at(Connection& connection, std::string_view id);

}  // namespace aim::store
