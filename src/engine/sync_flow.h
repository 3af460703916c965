// One direction of a sync: what another database knows comes into this one (sync.h).
#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sync.h"
#include "memory/transcript.h"
#include "store/sqlite/sync_rows.h"

namespace aim::engine {

// What a sync compares, of one snapshot.
struct SyncContents {
  std::vector<store::SyncMemory> memories;
  std::vector<store::SyncTombstone> tombstones;
  std::vector<store::SyncArchived> archive;
  std::vector<store::SyncLink> links, link_tombstones;
};
Result<SyncContents> contents_of(store::Connection& connection);

struct SyncSide {
  store::Access database;
  SyncContents contents;
};

// Archive, deletions, memories, links, lost sources, standards, transcripts; in this order each batch is right by itself: what is deleted is in the
// archive first, and a link finds its memories.
class SyncRun {
 public:
  // The sides outlive the run; `engine` is whose clock and key its events have.
  SyncRun(const Engine& engine, SyncSide& from, SyncSide& to, bool dry_run,
          std::function<void(std::int64_t done)> tell)
      : engine_(engine), from_(from), to_(to), dry_run_(dry_run), tell_(std::move(tell)) {}

  Result<SyncFlow> run();

 private:
  Result<void> take_archive(store::Connection& from);
  Result<void> take_deletions(store::Connection& from);
  Result<void> take_memories(store::Connection& from);
  Result<void> take_links(store::Connection& from);
  Result<void> take_lost_sources(store::Connection& from);
  Result<void> take_standards(store::Connection& from);
  Result<void> take_transcripts(store::Connection& from);
  Result<void> take_transcript(store::Connection& from, const Transcript& there);
  Result<void> take_transcript_links(store::Connection& from);

  Result<bool> is_deletion(store::Connection& from, store::Connection& to,
                           const store::SyncTombstone& tombstone);
  Result<bool> take_link(store::Connection& from, store::Connection& to,
                         const store::SyncLink& link, std::int64_t& cycles);
  // Runs on `to`: in a transaction, or, by a dry run, on a snapshot.
  Result<void> with_target(const std::function<Result<void>(store::Connection&)>& use);
  const std::string& survivor(const std::string& id) const;

  const Engine& engine_;
  SyncSide& from_;
  SyncSide& to_;
  bool dry_run_;
  std::function<void(std::int64_t done)> tell_;
  SyncFlow flow_;
  // Ids of `from` whose memory has another id here.
  std::map<std::string, std::string, std::less<>> survivors_;
};

}  // namespace aim::engine
