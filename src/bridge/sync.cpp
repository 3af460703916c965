#include "bridge/sync.h"

#include <system_error>

#include "base/file.h"
#include "base/hash.h"
#include "base/timestamp.h"
#include "bridge/kinds.h"
#include "mine/places.h"
#include "store/records.h"

namespace aim::bridge {
namespace {

constexpr int most_passes = 3, most_pages = 5;
constexpr std::int64_t page_size = 1'000;

void add_file(std::string& text, const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  if (const auto looked = mine::look_at_file(target))
    text.append(path.filename().string())
        .append(" ")
        .append(std::to_string(looked->bytes))
        .append(" ")
        .append(std::to_string(looked->changed_at))
        .append("\n");
}

// Names, times and sizes of the files.
std::string sign_of_files(const Bridge& bridge) {
  std::string text;
  std::error_code error;
  std::vector<fs::path> files;
  if (fs::is_directory(bridge.path, error))
    for (fs::recursive_directory_iterator at(bridge.path, error);
         !error && at != fs::recursive_directory_iterator(); at.increment(error))
      files.push_back(at->path());
  else if (fs::exists(bridge.path, error))
    files.emplace_back(bridge.path);
  std::sort(files.begin(), files.end());
  for (const fs::path& each : files) add_file(text, each);
  return sha256_hex(text);
}

Result<std::int64_t> last_change(Engine& engine) {
  return engine.database.read([](store::Reader& reader) { return reader.records.last_change(); });
}

// Whether one of the changes after `after` was in the namespace; `after` goes on to the last one.
Result<bool> has_changed_in(Engine& engine, const std::string& name_space, std::int64_t& after) {
  return engine.database.read([&](store::Reader& reader) -> Result<bool> {
    for (int page = 0; page < most_pages; ++page) {
      const auto changes = TRY(reader.records.changes_after(after, page_size));
      for (const store::ChangeRow& each : changes) {
        if (each.name_space == name_space)
          return true;
        after = each.seq;
      }
      if (changes.size() < static_cast<std::size_t>(page_size))
        return false;
    }
    return true;
  });
}

Result<void> sync_sides(Engine& engine, Bridge& bridge, bool dry_run, BridgeReport& report) {
  if (!path_exists(bridge.project)) {
    op::add_problem(report.problems, bridge.project,
                    "the project is gone: bring it back, or end this bridge with bridge remove");
    return {};
  }
  const BridgeKind* const kind = find_kind(bridge.kind);
  if (!kind)
    return {};
  if (kind->form == Form::section)
    return sync_section(engine, bridge, dry_run, report);
  return sync_folder(engine, bridge, kind->form == Form::read_folder, dry_run, report);
}

std::int64_t changes_of(const BridgeReport& report) {
  return report.memories_added + report.memories_changed + report.memories_removed +
         report.written + report.removed + report.conflicts;
}

}  // namespace

Result<BridgeReport> sync_bridge(Engine& engine, Bridge& bridge, bool dry_run) {
  BridgeReport report = report_of(bridge);
  if (dry_run) {
    Bridge copy = bridge;
    TRY_VOID(sync_sides(engine, copy, true, report));
    return report;
  }
  // A change that is made while it works is seen by another look.
  bridge.seen.clear();
  for (int pass = 0; pass < most_passes && bridge.seen.empty(); ++pass) {
    std::string files = sign_of_files(bridge);
    bridge.seen_change = TRY(last_change(engine));
    const std::int64_t changes = changes_of(report);
    report.problems.clear();
    TRY_VOID(sync_sides(engine, bridge, false, report));
    if (changes_of(report) == changes)
      bridge.seen = std::move(files);
  }
  bridge.synced_at = format_rfc3339(engine.clock.now());
  const BridgeReport now = report_of(bridge);
  report.facts = now.facts;
  report.synced_at = now.synced_at;
  return report;
}

Result<bool> has_changed(Engine& engine, Bridge& bridge) {
  if (bridge.seen.empty() || sign_of_files(bridge) != bridge.seen)
    return true;
  return has_changed_in(engine, bridge.name_space, bridge.seen_change);
}

Result<BridgeReport> take_down(Engine& engine, Bridge& bridge) {
  BridgeReport report = report_of(bridge);
  const BridgeKind* const kind = find_kind(bridge.kind);
  if (kind && kind->form == Form::folder)
    TRY_VOID(leave_folder(engine, bridge, report));
  if (kind && kind->form == Form::section)
    TRY_VOID(leave_section(bridge, report));
  return report;
}

}  // namespace aim::bridge
