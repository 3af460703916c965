// The two other sides of bridges: a folder of topic files with an index, and a section of one file.
// See sync.h.
#pragma once
#include "bridge/report.h"
#include "engine/engine.h"

namespace aim::bridge {

// Larger files are left as they are.
inline constexpr std::size_t max_file_bytes = std::size_t{1} * 1'024 * 1'024;

// `read_only`: the folder is never written.
Result<void> sync_folder(Engine& engine, Bridge& bridge, bool read_only, bool dry_run,
                         BridgeReport& report);
Result<void> leave_folder(Engine& engine, const Bridge& bridge, BridgeReport& report);

Result<void> sync_section(Engine& engine, Bridge& bridge, bool dry_run, BridgeReport& report);
Result<void> leave_section(const Bridge& bridge, BridgeReport& report);

}  // namespace aim::bridge
