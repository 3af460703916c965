// One direction of a sync: what another database knows comes into this one (sync.h).
#pragma once
#include "base/error.h"
#include "engine/engine.h"
#include "memory/transcript.h"
#include "store/memories.h"
#include "store/store.h"
#include "store/sync.h"
#include "store/transcripts.h"

namespace aim::engine {

// Rows of another database that a sync refused: counted by reason, with one example each.
struct Refusal {
  std::string what;     // "memories", "links", …
  std::string reason;   // "content may have at most 65536 bytes"
  std::string example;  // the id of the first
  std::int64_t count = 0;
};

class Refusals {
 public:
  void add(std::string_view what, const Error& why, std::string_view id, std::int64_t count = 1);
  const std::vector<Refusal>& list() const { return list_; }

 private:
  std::vector<Refusal> list_;
};

// Rows of the other database are a stranger's: the rules of input hold for each
// (memory/row_rules.h), and what does not keep to them stays where it is. Rows of this one are its
// owner's, and go as they are.
struct SyncFlow {
  std::int64_t added = 0, changed = 0, same = 0;  // memories
  std::int64_t links = 0;                         // links that came
  std::int64_t removed = 0;                       // memories that went
  std::int64_t turns = 0;                         // turns of transcripts that came
  Refusals refused;                               // what did not come
  std::int64_t cycles = 0;  // links of reflections that were dropped, as they closed a cycle
  bool purged = false;      // something was removed for good
};

// After much that is new: the text index in few pieces. `purged`: memories that were removed for
// good leave the file.
Result<void> settle_arrivals(store::Access& database, std::int64_t added, bool purged = false);

// What a sync compares, of one snapshot.
struct SyncContents {
  std::vector<store::SyncMemory> memories;
  std::vector<store::SyncTombstone> tombstones;
  std::vector<store::SyncArchived> archive;
  std::vector<store::SyncVersions> versions;
  std::vector<store::SyncLink> links, link_tombstones;
  std::int64_t too_long = 0;  // rows left out: an id or a name in them is longer than any may be
};
// All of it, or as far as it came or changed after a mark.
Result<SyncContents> contents_of(store::Reader& reader, const store::SyncMark& since = {});

struct SyncSide {
  store::Access database;
  SyncContents contents;
  bool ours = true;  // its rows are taken as they are
};

// Between whom a run is.
enum class SyncKind {
  databases,  // of anybody: of two memories of one title the older survives, standards are doubted
  devices,    // of one person (join_memories.h); vectors are made here
  copy,       // into an empty store, as it is, without transcripts and vectors
};

struct SyncRunOptions {
  SyncKind kind = SyncKind::databases;
  bool dry_run = false, with_standards = true;
  std::function<void(std::int64_t done)> notify = [](std::int64_t) {};
};

// Archive, deletions, memories, their versions, links, lost sources, standards, transcripts; in
// this order each batch is right by itself: what is deleted is in the archive first, and a link
// finds its memories.
class SyncRun {
 public:
  // The sides outlive the run; `engine` is whose clock and key its events have.
  SyncRun(const Engine& engine, SyncSide& from, SyncSide& to, SyncRunOptions options = {})
      : engine_(engine), from_(from), to_(to), options_(std::move(options)) {}

  Result<SyncFlow> run();
  // After the other direction, by which versions came into `from`.
  Result<void> take_histories();
  // Ids of copied memories that stand next to the title they claim (memory/titles.h).
  const std::vector<std::string>& beside() const { return beside_; }
  // Between devices: ids of memories that are not as they came (JoinMemories::kept).
  const std::set<std::string, std::less<>>& kept() const { return kept_; }

 private:
  Result<void> take_archive(store::Reader& from);
  Result<void> take_deletions(store::Reader& from);
  Result<void> take_memories(store::Reader& from);
  Result<void> take_histories(store::Reader& from);
  Result<void> take_links(store::Reader& from);
  Result<void> take_lost_sources(store::Reader& from);
  Result<void> take_standards(store::Reader& from);
  Result<void> take_transcripts(store::Reader& from);
  Result<void> take_transcript(store::Reader& from, const Transcript& there);
  Result<bool> read_turn(store::Reader& from, const std::string& transcript_id,
                         store::TurnRow& row);
  Result<void> take_transcript_links(store::Reader& from);

  Result<bool> is_deletion(store::Reader& from, store::Reader& to, store::Writer* writer,
                           const store::SyncTombstone& tombstone);
  Result<bool> take_link(store::Reader& from, store::Reader& to, store::Writer* writer,
                         const store::SyncLink& link, std::int64_t& cycles);
  // Runs on `to` in a transaction.
  Result<void> with_target(const store::Store::Write& use);
  // The same; by a dry run on a snapshot, and then there is no writer.
  using Look = std::function<Result<void>(store::Reader& to, store::Writer* writer)>;
  Result<void> look_at_target(const Look& use);
  const std::string& survivor(const std::string& id) const;
  // Whether a row of `from` may come; one that may not is counted.
  bool may_come(std::string_view what, std::string_view id, const Result<void>& checked);
  Result<std::vector<Memory>> those_that_may_come(store::Reader& from, std::span<const Key> keys);
  Result<void> take_some(store::Reader& from, std::vector<Memory> memories, bool all_vectors);
  Result<void> join_some(store::Reader& from, std::vector<Memory> memories);

  const Engine& engine_;
  SyncSide& from_;
  SyncSide& to_;
  const SyncRunOptions options_;
  std::vector<std::string> beside_;
  std::set<std::string, std::less<>> kept_;
  SyncFlow flow_;
  // Ids of `from` whose memory has another id here.
  std::map<std::string, std::string, std::less<>> survivors_;
};

}  // namespace aim::engine
