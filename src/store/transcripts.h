// Transcripts, their turns, and which memories came from them (I2).
// Must not know: what a walk over reflections is, how long a transcript lives.
#pragma once
#include "base/result.h"
#include "memory/memory.h"
#include "memory/transcript.h"

namespace aim::store {

struct TranscriptFilter {
  std::string name_space;        // empty for all, "x" for one, "x/*" for x and all below
  std::optional<Time> alive_at;  // those that have expired are hidden
  std::optional<Time> updated_before, expired_by;
  std::string session_id = {};  // empty: any
};

struct TurnRow {
  Turn turn;  // without its text
  std::int64_t text = 0, bytes = 0;
};

// Turns that were said later than a time.
struct LaterTurns {
  std::int64_t count = 0, first = 0;  // the number of the first of them
  std::int64_t bytes = 0;
};

struct LinkedTranscript {
  Key memory = 0;
  std::optional<Span> span;
  Transcript transcript;
};

class Transcripts {
 public:
  virtual ~Transcripts() = default;
  virtual Result<std::optional<Transcript>> find(std::string_view id) const = 0;
  // Ids that begin so, in order, at most `limit`.
  virtual Result<std::vector<std::string>> ids_with_prefix(std::string_view prefix,
                                                           std::size_t limit) const = 0;
  // Of one session, in whatever namespaces; the one that was added to last comes first.
  virtual Result<std::vector<Transcript>> of_session(std::string_view session_id) const = 0;
  // Whether a turn of another session has this text, and was said then if a time is given.
  virtual Result<bool> is_in_other_session(std::string_view text, std::optional<Time> said_at,
                                           std::string_view session_id) const = 0;
  // The one that was added to last comes first.
  virtual Result<std::vector<Transcript>> list(const TranscriptFilter& filter, std::int64_t limit,
                                               std::int64_t offset) const = 0;
  // Every one, by id.
  virtual Result<void> each(const std::function<Result<void>(const Transcript&)>& take) const = 0;
  // Sets the stored_bytes, which a transcript does not have otherwise: that takes a look at every
  // turn.
  virtual Result<void> measure(Transcript& transcript) const = 0;
  virtual Result<TranscriptTotals> totals() const = 0;
  // When a memory that came from it was last changed; nothing when none did.
  virtual Result<std::optional<Time>> last_remembered(std::string_view transcript) const = 0;
  // When it was pruned here; nothing when it never was.
  virtual Result<std::optional<Time>> pruned_at(std::string_view id) const = 0;
  // Its number is given; its turns and bytes are 0.
  virtual Result<void> insert(Transcript& transcript) = 0;
  virtual Result<void> set_expiry(std::int64_t number, std::optional<Time> expires_at) = 0;
  // With its turns and the texts that nobody else uses. Links of memories stay: they dangle, as a
  // sync may bring it back.
  virtual Result<void> erase(const Transcript& transcript, Time now) = 0;

  // ---- turns, by the number of their transcript ----

  virtual Result<std::optional<TurnRow>> find_turn(std::int64_t transcript,
                                                   std::int64_t turn) const = 0;
  virtual Result<std::int64_t> last_turn(std::int64_t transcript) const = 0;
  // In order, from turn number `from` on.
  virtual Result<std::vector<TurnRow>> turns(std::int64_t transcript, std::int64_t from,
                                             std::int64_t limit) const = 0;
  virtual Result<LaterTurns> turns_after(std::int64_t transcript, Time after) const = 0;
  // Whether the text of that number is this one; nothing is expanded for it.
  virtual Result<bool> is_text(std::int64_t number, std::string_view text) const = 0;
  // Errors: database_error for a text that is missing or damaged. Best in the order of the turns.
  virtual Result<std::string> text(std::int64_t number) const = 0;
  // The transcript's row is brought up to date, and `transcript` with it.
  virtual Result<void> add_turn(Transcript& transcript, const Turn& turn, Time now) = 0;
  // Another text for a turn that is there; the former one is removed, unless another turn has it
  // too.
  virtual Result<void> replace_text(const Transcript& transcript, const TurnRow& turn,
                                    std::string_view text, Time now) = 0;

  // ---- links of memories to the transcripts that they came from ----

  virtual Result<bool> is_linked(std::string_view memory_id, std::string_view transcript) const = 0;
  // Of these memories; links to transcripts that are gone are left out. By created_at, then id, of
  // the transcript.
  virtual Result<std::vector<LinkedTranscript>> linked(std::span<const Key> memories) const = 0;
  virtual Result<void> each_link(
      const std::function<Result<void>(const TranscriptLink&)>& take) const = 0;
  // A link that is there gets the span of this one.
  virtual Result<void> link(Key memory, std::string_view transcript,
                            const std::optional<Span>& span) = 0;
  // Links the memory with the transcripts of a session, as far as there are any.
  virtual Result<void> link_session(Key memory, std::string_view session_id) = 0;
  // The links of one memory become those of another; the conversation counts as remembered until
  // the first was last changed.
  virtual Result<void> move_links(Key from, Key to) = 0;
};

}  // namespace aim::store
