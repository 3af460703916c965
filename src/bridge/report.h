// The report of a sync, as replies show it.
// Knows: bridges. Must not know: how they are synced.
#pragma once
#include "bridge/book.h"
#include "engine/engine.h"
#include "op/kit/problems.h"

namespace aim::bridge {

struct BridgeReport {
  std::string kind, path, project, name_space, synced_at;
  std::int64_t facts = 0;
  std::int64_t memories_added = 0, memories_changed = 0, memories_removed = 0;
  std::int64_t written = 0, removed = 0;
  std::int64_t conflicts = 0;
  std::vector<op::Problem> problems;
  using R = BridgeReport;
  static constexpr std::tuple fields{
      op::gives("kind", &R::kind, "Kind of the bridge"),
      op::gives("path", &R::path, "Folder or file"),
      op::gives("project", &R::project, "Folder of the project"),
      op::gives("namespace", &R::name_space, "Namespace of the memories"),
      op::gives("synced_at", &R::synced_at, "Time of the last sync; empty: never"),
      op::gives("facts", &R::facts, "Facts on both sides"),
      op::gives("memories_added", &R::memories_added, "New memories"),
      op::gives("memories_changed", &R::memories_changed, "Memories that a file has changed"),
      op::gives("memories_removed", &R::memories_removed,
                "Memories whose file was removed; undo brings them back"),
      op::gives("written", &R::written, "Facts written to files"),
      op::gives("removed", &R::removed, "Facts removed from files, as their memories are gone"),
      op::gives("conflicts", &R::conflicts, "Facts that both sides changed: see review"),
      op::gives("problems", &R::problems, "Facts that were left as they are, and why")};
};

// The report of a bridge before a sync.
BridgeReport report_of(const Bridge& bridge);

// {"bridges": [...]} and a line end.
std::string json_text(const std::vector<BridgeReport>& reports);

// The two other sides of bridges: a folder of topic files with an index, and a section of one
// file. See sync.h.

// Larger files are left as they are.
inline constexpr std::size_t max_file_bytes = std::size_t{1} * 1'024 * 1'024;

// `read_only`: the folder is never written.
Result<void> sync_folder(Engine& engine, Bridge& bridge, bool read_only, bool dry_run,
                         BridgeReport& report);
Result<void> leave_folder(Engine& engine, const Bridge& bridge, BridgeReport& report);

Result<void> sync_section(Engine& engine, Bridge& bridge, bool dry_run, BridgeReport& report);
Result<void> leave_section(const Bridge& bridge, BridgeReport& report);

}  // namespace aim::bridge
