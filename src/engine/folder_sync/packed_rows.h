// The contents of a store that travel between devices, as the bytes of a stream: rows, each table
// with the names of its columns, so that a later program that has more of them reads an earlier
// one's, and an earlier one leaves out what it does not know. Knows: tables (store/table_rows.h).
// Must not know: what the rows mean, where the bytes go.
#pragma once
#include "base/sealed_stream.h"
#include "store/store.h"
#include "sync/packing.h"

namespace aim::engine {

Result<void> pack_rows(store::Store& from, StreamSealer& out);
// Into a store that has none yet and that nobody searches: words of former states are not indexed.
// Errors: validation_failed when the stream is not whole.
Result<void> unpack_rows(StreamOpener& in, store::Store& into);

// Turns of transcripts, and their links to memories, in a piece (changes.h): which of them the
// other devices do not have yet, as bytes of its stream, and back from them into a store.

// How much of a transcript a piece has.
struct SentTurns {
  std::uint64_t turns = 0;  // how many there are
  std::uint64_t next = 0;   // later ones have this number or a higher one
  std::uint64_t links = 0;  // a hash of its links
  std::uint64_t piece = 0;  // the number of the piece; 0: another device's

  bool is_as(const SentTurns& other) const { return turns == other.turns && links == other.links; }
};
// By the id of the transcript.
using TranscriptMarks = std::map<std::string, SentTurns, std::less<>>;

// For all transcripts, now; one look-up a transcript that has other turns than in `known`.
Result<TranscriptMarks> marks_of_transcripts(store::Reader& reader, const TranscriptMarks& known);

struct ChangedTranscripts {
  bool are_shared = false;                    // else none goes along
  std::map<std::string, std::int64_t> turns;  // by id: turns from this number on
  std::set<std::string, std::less<>> linked;  // ids of those with other links
  TranscriptMarks marks;                      // for all, when this was found
  bool empty() const { return turns.empty() && linked.empty(); }
};
Result<ChangedTranscripts> changed_transcripts(store::Reader& reader, const TranscriptMarks& sent);

// With the links of these memories, where transcripts are shared at all.
Result<void> pack_transcripts(store::Reader& reader, const ChangedTranscripts& changes,
                              const std::set<std::string, std::less<>>& memories,
                              StreamSealer& out);
// The rest of a piece whose first text is `name`; false: it is another one's.
Result<bool> unpack_transcripts(std::string_view name, sync::Unpacker& in, store::Store& into);

}  // namespace aim::engine
