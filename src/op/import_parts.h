// Items that an import has read and not yet written, and the results of the rest.
// Knows: the engine's part of an import. Must not know: documents.
// Threads: one at a time.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/history/transcripts.h"
#include "engine/transfer/export_import.h"
#include "op/views/transcript_items.h"

namespace aim::op {

inline constexpr std::size_t max_import_errors = 10'000;

// Progress of an import.
struct ImportOutcome {
  engine::ImportReport report;
  std::size_t archived = 0, turns = 0;
  std::vector<std::string> errors;

  void add(std::string_view list, std::size_t index, const std::string& reason) {
    if (errors.size() < max_import_errors)
      errors.push_back(std::to_string(index) + ": " +
                       (list == "memories" ? "" : "in " + std::string(list) + ": ") + reason);
  }
  // Faults of memories join the others.
  void take_errors_of(std::string_view list, engine::ImportReport& of) {
    for (const auto& error : of.errors) add(list, error.index, error.reason);
    of.errors.clear();
  }
};

struct ImportParts {
  std::vector<engine::ImportItem> memories;
  std::vector<Archived> archived;
  std::vector<store::Version> versions;
  std::vector<engine::TurnDraft> turns;
  std::vector<std::size_t> turn_indexes;
  std::vector<engine::ImportLink> links;
  std::vector<engine::ImportLoss> losses;
  std::vector<TranscriptEnd> ends;
  std::vector<engine::ImportTranscriptLink> transcript_links;
  std::vector<StandardRow> standards;

  bool empty() const {
    return versions.empty() && memories.empty() && archived.empty() && turns.empty() &&
           links.empty() && losses.empty() && ends.empty() && transcript_links.empty() &&
           standards.empty();
  }
  // Independent items.
  Result<void> write_first(Engine& engine, ImportOutcome& outcome) const;
  Result<void> write_turns(Engine& engine, ImportOutcome& outcome) const;
  // Items that depend on memories and turns.
  Result<void> write_rest(Engine& engine, ImportOutcome& outcome) const;
};

}  // namespace aim::op
