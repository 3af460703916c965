// Transcripts: what was said is captured turn by turn, cheaply enough for a hook at every prompt;
// no model is needed (I2).
// Knows: the store. Must not know: formats of others, doors.
// Threads: any. Source: I2, S14.
#pragma once
#include "engine/engine.h"
#include "memory/transcript.h"

namespace aim::engine {

struct TurnDraft {
  std::string name_space, session_id;
  std::optional<std::int64_t> number;  // none: the next of the session
  Role role = Role::user;
  std::string text;
  std::optional<Time> said_at;  // none: now
};

struct CaptureOptions {
  std::optional<std::int64_t> ttl_secs;  // from now on, for the whole transcript; none: as it was
  std::vector<std::string> memory_ids;  // to be linked with the transcript, in the same transaction
  // A turn of the same role, time and text among the last ones of the session is this one.
  bool once = false;
  bool synced = true;  // false: the disk may have it later, see Store::write_soon()
};
struct Captured {
  Transcript transcript;
  std::int64_t turn = 0;
  bool added = false;  // false: the very same turn was there already
  std::vector<std::string> linked;
};
// Errors: conflict when the session has another text under that number; not_found for a memory.
Result<Captured> capture_turn(Engine& engine, const TurnDraft& draft,
                              const CaptureOptions& options);

// How many of the first of these turns stand in another session already: a fork, and a session that
// goes on, begin with the turns of the one before. `forked`: its turns may have got other times.
Result<std::size_t> turns_of_other_session(Engine& engine, const std::vector<TurnDraft>& drafts,
                                           bool forked);

// Whether a turn is there under the number of one of these, with another text.
Result<bool> says_otherwise(Engine& engine, std::span<const TurnDraft> drafts);

struct CaptureCounts {
  std::int64_t added = 0, unchanged = 0;
  std::vector<std::size_t>
      different;  // which drafts; what is there says something else, and stays as it is
};
// Many turns in one transaction, each with its number.
Result<CaptureCounts> capture_turns(Engine& engine, const std::vector<TurnDraft>& drafts);
// The same inside a write of the caller's.
Result<CaptureCounts> capture_turns(store::Writer& writer, const std::vector<TurnDraft>& drafts,
                                    Time now);

// Another text for a turn that is there, as long as it still says `former`. False: it does not.
Result<bool> replace_turn(Engine& engine, const std::string& transcript_id, const Turn& former,
                          std::string_view text);

Result<std::vector<Transcript>> list_transcripts(Engine& engine, const std::string& name_space,
                                                 std::int64_t limit, std::int64_t offset,
                                                 const std::string& session_id = {});

// The last turns of a session, in their order, `most` at most; empty: it has no turns.
Result<std::vector<Turn>> last_turns(Engine& engine, const std::string& name_space,
                                     const std::string& session_id, std::int64_t most);

struct TranscriptText {
  Transcript transcript;
  std::vector<Turn> turns;
  bool more = false;  // there are further turns
};
// From turn `from` on, at most `limit` turns.
Result<TranscriptText> show_transcript(Engine& engine, const std::string& id, std::int64_t from,
                                       std::int64_t limit);

// A span beyond the transcript is refused.
Result<TranscriptLink> link_transcript(Engine& engine, const std::string& memory_id,
                                       const std::string& transcript_id,
                                       const std::optional<Span>& span);

struct Pruning {
  std::string name_space;  // as filters take it; empty: all
  std::optional<std::int64_t> older_than_days;
  std::optional<std::int64_t> max_bytes;  // stored; the oldest go until the rest fits
};
struct Pruned {
  std::int64_t transcripts = 0, turns = 0, original_bytes = 0, stored_bytes = 0;
};
Result<Pruned> prune_transcripts(Engine& engine, const Pruning& pruning, bool dry_run);

// Those that have expired; for the collection of everything that has.
Result<std::int64_t> count_expired_transcripts(Engine& engine);
Result<std::int64_t> collect_transcripts(Engine& engine, const std::function<bool()>& stop);

// Packs texts as long as there is something worth it, each pack a transaction; `stop` is asked
// between.
Result<std::int64_t> pack_transcripts(Engine& engine, const std::function<bool()>& stop);

// Turns that no memory holds: a session that was killed leaves those after its last memory (I2).
struct Unremembered {
  std::string session_id, transcript_id;
  std::int64_t turns = 0, first_turn = 0;
  Time since{};  // of the session's last memory, or of its first turn where it has no memory
};

// Looks at the session of the last week that was added to last, other than `but_not`, in the
// namespace (as filters take it). Nothing: memories hold all of it.
Result<std::optional<Unremembered>> find_unremembered(Engine& engine, const std::string& name_space,
                                                      const std::string& but_not);

// How many turns of a session in the namespace no memory holds.
Result<std::int64_t> unremembered_turns(Engine& engine, const std::string& name_space,
                                        const std::string& session_id);

}  // namespace aim::engine
