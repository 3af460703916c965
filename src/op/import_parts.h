// Items that an import has read and not yet written, and the results of the rest.
// Knows: the engine's part of an import. Must not know: documents.
// Threads: one at a time.
#pragma once
#include "base/in_order.h"
#include "engine/engine.h"
#include "engine/history/transcripts.h"
#include "engine/transfer/export_import.h"
#include "op/views/transcript_items.h"
#include "op/views/transfer_views.h"

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
  std::vector<store::LinkChange> link_changes;
  std::vector<engine::TurnDraft> turns;
  std::vector<std::size_t> turn_indexes;
  std::vector<engine::ImportLink> links;
  std::vector<engine::ImportLoss> losses;
  std::vector<TranscriptEnd> ends;
  std::vector<engine::ImportTranscriptLink> transcript_links;
  std::vector<StandardRow> standards;

  bool empty() const {
    return versions.empty() && link_changes.empty() && memories.empty() && archived.empty() &&
           turns.empty() && links.empty() && losses.empty() && ends.empty() &&
           transcript_links.empty() && standards.empty();
  }
  // Independent items.
  Result<void> write_first(Engine& engine, ImportOutcome& outcome) const;
  Result<void> write_turns(Engine& engine, ImportOutcome& outcome) const;
  // Items that depend on memories and turns.
  Result<void> write_rest(Engine& engine, ImportOutcome& outcome) const;
};

// Memories of an import from their JSON to what is written: read, checked, cut into words and
// embedded, ahead of the write and on other threads.

// An item of the list, and what it came to be.
struct ReadMemory {
  std::size_t index = 0;
  Trust trust = Trust::stranger;
  Time now{};
  std::string text;
  std::size_t bytes = 0;  // size of that text
  std::optional<engine::ImportItem> item = {};
  std::string flaw = {};     // reason why it is invalid
  std::int64_t secrets = 0;  // that were taken out
  std::string beyond = {};   // which of today's limits one of an old database breaks
};

class ImportReading {
 public:
  // `engine` outlives it.
  explicit ImportReading(const Engine& engine);

  // The text is JSON that was not looked at yet.
  void add(std::size_t index, Trust trust, std::string_view text);
  // Whether take() is to be called before more is added.
  bool full() const { return ahead_.full(); }
  // The next memories in the order of the document, read by now; none: there are no more, or, while
  // some are still to come, not yet so many that it is worth it.
  enum class More { to_come, none };
  Result<std::vector<ReadMemory>> take(More more);

 private:
  struct Piece {
    std::vector<ReadMemory> memories;
    Result<void> done = {};
  };
  static void read(const Engine& engine, Piece& piece);
  void hand_on();

  const Engine& engine_;
  std::vector<ReadMemory> next_;  // not handed on
  std::size_t next_bytes_ = 0;
  InOrder<Piece> ahead_;  // last: its threads use the others
};

}  // namespace aim::op
