// The changes of a database that other devices of its owner need: rows added, changed or deleted
// since a mark; as the bytes of a piece, and back from them into a database (docs/decisions/0100).
// Knows: what a sync compares and takes (transfer/sync_flow.h). Must not know: the folder, keys,
// devices.
#pragma once
#include "base/sealed_stream.h"
#include "engine/engine.h"
#include "engine/folder_sync/packed_rows.h"
#include "engine/transfer/sync_flow.h"

namespace aim::engine {

struct ChangeSet {
  SyncContents contents;
  bool standards = false;  // all of them go along
  ChangedTranscripts transcripts;
  store::SyncMark until;
  bool empty() const;
};
// By change numbers: what has not changed is not read.
Result<ChangeSet> changes_since(store::Reader& reader, const store::SyncMark& mark);
// Without what others know in the same state: it has just come from them.
void leave_out(ChangeSet& changes, const SyncContents& known);
// Adds what has come later.
void unite(SyncContents& all, SyncContents more);
// All of it; `transcripts`: with those.
Result<ChangeSet> everything(store::Reader& reader, bool transcripts);
// One number that changes with every standard and its confirmation.
Result<std::uint64_t> mark_of_standards(store::Reader& reader);

// Pieces of the stream that hold the changes, and what the rows refer to.
Result<void> write_changes(const Engine& engine, ChangeSet changes, StreamSealer& out);

struct TakenChanges {
  SyncFlow flow;
  SyncContents contents;              // rows of the piece, without memories that differ here now
  std::set<std::string> transcripts;  // ids of those it has something of
};
// Errors: validation_failed when the stream is not whole or not of this program: nothing is taken
// then.
Result<TakenChanges> take_changes(const Engine& engine, StreamOpener& in);

}  // namespace aim::engine
