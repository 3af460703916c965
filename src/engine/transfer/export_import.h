// Everything out, and in again (A10). The doors turn structs into JSON and back; here is only what
// an import means.
#pragma once
#include <unordered_map>

#include "engine/engine.h"
#include "engine/vectors/embeddings.h"
#include "memory/link.h"
#include "memory/memory.h"
#include "memory/tier.h"
#include "memory/transcript.h"
#include "store/memories.h"
#include "store/new_memory.h"

namespace aim::engine {

// What an import takes in, and what it says of it (export_import.h).

// One memory of an import, and its place in the document for reports.
struct ImportItem {
  std::size_t index = 0;
  Memory memory;  // id and times may be empty: they are made then
  // By prepare_import(), unless it is left to import_memories().
  std::optional<store::CutMemory> cut = {};
  TextVectors of_table = {};
};
struct ImportError {
  std::size_t index = 0;
  std::string reason;
};
struct ImportReport {
  std::int64_t imported = 0;
  std::vector<ImportError> errors;
  // Imported ids whose memory lives on under another, because its title was there already; links
  // and standards follow.
  std::unordered_map<std::string, std::string> survivors;
};

// Gets everything, of one snapshot: counts first, then archive, links, lost sources, memories by
// created_at, standards, transcripts.
struct ExportSink {
  std::function<Result<void>(std::int64_t memories)> begin;
  std::function<Result<void>(const Archived&)> archived;
  std::function<Result<void>(const Link&)> link;
  std::function<Result<void>(const std::string& reflection_id, const LostSource&)> lost_source;
  std::function<Result<void>(const Memory&)> memory;
  std::function<Result<void>(const StandardRow&)> standard;
  std::function<Result<void>(const TranscriptLink&)> transcript_link;
  std::function<Result<void>(const Transcript&)> transcript;
  std::function<Result<void>(const Transcript&, const Turn&)> turn;  // after all transcripts
  // By memory, oldest first; unset: they are not wanted.
  std::function<Result<void>(const store::Version&)> version = {};
  // By time; the owner's only.
  std::function<Result<void>(const store::LinkChange&)> link_change = {};
};
// Entries of files belong to the files of this machine: they and what leans on them come along only
// `with_files`.
Result<void> export_all(Engine& engine, const ExportSink& sink, bool with_files = false);

// Runs `use` with an engine whose every write is part of one transaction: all that it does is kept,
// or nothing. It may be run again from its beginning. Errors: those of `use`, those of the
// transaction.
Result<void> in_one_transaction(Engine& engine, const std::function<Result<void>(Engine&)>& use);

// Makes what an import needs of a memory that it has not, before the write: most of its work. Any
// thread.
Result<void> prepare_import(const Engine& engine, ImportItem& item, Time now);

// One transaction for the whole batch; an item that cannot be taken is reported and leaves the
// others whole. Of two memories of the same title and namespace the one changed last holds, the
// tier never goes down (A3), and the id that was there survives; one of the same id is replaced if
// it is older; the same in every field stays as it is.
Result<void> import_memories(Engine& engine, std::vector<ImportItem> batch, ImportReport& report);

// After the last batch of a large import: the text index in few pieces.
Result<void> settle_import(Engine& engine, const ImportReport& report);

struct ImportLink {
  std::size_t index = 0;
  Link link;
};
// After all memories. A link that would close a cycle of reflections is reported and left out;
// depths are then right.
Result<void> import_links(Engine& engine, const std::vector<ImportLink>& batch,
                          ImportReport& report);

struct ImportLoss {
  std::size_t index = 0;
  std::string reflection_id;
  LostSource source;
};
// After the links.
Result<void> import_lost_sources(Engine& engine, const std::vector<ImportLoss>& batch,
                                 ImportReport& report);
// Ordered by memory, then oldest first.
Result<void> import_versions(Engine& engine, std::vector<store::Version> batch);
Result<void> import_link_changes(Engine& engine, const std::vector<store::LinkChange>& batch,
                                 const ImportReport& report);
Result<void> import_archived(Engine& engine, const std::vector<Archived>& batch);
// Links to transcripts that are not there are kept: these may come later.
struct ImportTranscriptLink {
  std::size_t index = 0;
  TranscriptLink link;
};
Result<void> import_transcript_links(Engine& engine, const std::vector<ImportTranscriptLink>& batch,
                                     ImportReport& report);
// After the turns.
Result<void> import_transcript_end(Engine& engine, const std::string& transcript_id,
                                   Time expires_at);
Result<void> import_standards(Engine& engine, const std::vector<StandardRow>& batch,
                              ImportReport& report);

}  // namespace aim::engine
